import { createHash } from "node:crypto";
import { refKey } from "../manifest/object-ref.ts";
import type { Finding } from "./finding.ts";

/** Arguments that move when lines are added above: they are no part of what a finding is. */
const shifting: ReadonlySet<string> = new Set(["line", "column", "document", "source"]);

/**
 * A name for a finding that outlives edits elsewhere in the file: made of code, objects, file and arguments, without
 * line, column and document numbers. 32 hexadecimal digits.
 */
export function fingerprintOf(finding: Finding): string {
  const identity = [
    finding.code,
    finding.refs.map(refKey),
    finding.source?.file ?? "",
    settled(finding.args),
  ];
  return hash(JSON.stringify(identity));
}

/**
 * Findings of one report never share a fingerprint: the second and later of equals get one of their own, by their order.
 */
export function numberRepeats<T extends { readonly fingerprint: string }>(
  findings: readonly T[],
): readonly T[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const before = seen.get(finding.fingerprint) ?? 0;
    seen.set(finding.fingerprint, before + 1);
    return before === 0 ? finding : { ...finding, fingerprint: hash(`${finding.fingerprint} ${before}`) };
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The arguments in a fixed order, without what shifts; numbers of lines inside sentences count as shifting too. */
function settled(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replace(/\b(lines?|columns?|documents?) \d+/gi, "$1").replace(/\(\d+:\d+\)/g, "");
  }
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([key]) => !shifting.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, settled(inner)]);
}
