import type { Source } from "../manifest/document.ts";
import { compareRefs, compareText, type ObjectRef } from "../manifest/object-ref.ts";
import type { Finding, FindingCode, Severity } from "./finding.ts";
import { fingerprintOf, numberRepeats } from "./fingerprint.ts";
import { messageOf } from "./message.ts";
import { type SeverityOverrides, severityOf, severityRank } from "./severity.ts";

/** A finding as reports carry it: words and severity settled, identity stable. */
export interface ReportedFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly refs: readonly ObjectRef[];
  readonly source: Source | null;
  /** Hexadecimal, unique in a report, the same when lines or documents shift. */
  readonly fingerprint: string;
}

/** One finding with its words and severity; undefined where the configuration turned its code off. */
export function toReported(finding: Finding, overrides: SeverityOverrides): ReportedFinding | undefined {
  const severity = severityOf(finding, overrides);
  if (severity === "off") return undefined;
  const { message, hint } = messageOf(finding);
  return {
    code: finding.code,
    severity,
    message,
    hint,
    refs: finding.refs,
    source: finding.source,
    fingerprint: fingerprintOf(finding),
  };
}

/**
 * All findings of a run for a report: those turned off are dropped, exact repeats are told once, the rest is sorted
 * (worst first, then by place and object), and fingerprints that coincide are numbered.
 */
export function reportFindings(
  findings: readonly Finding[],
  overrides: SeverityOverrides,
): readonly ReportedFinding[] {
  const reported = findings
    .map((finding) => toReported(finding, overrides))
    .filter((finding) => finding !== undefined)
    .sort(compareReported);
  const distinct = reported.filter((finding, at) => {
    const previous = reported[at - 1];
    return previous === undefined || compareReported(previous, finding) !== 0;
  });
  return numberRepeats(distinct);
}

/** A total order: zero only for findings that say the same about the same place. */
function compareReported(a: ReportedFinding, b: ReportedFinding): number {
  return (
    severityRank[a.severity] - severityRank[b.severity] ||
    compareSources(a.source, b.source) ||
    compareText(a.code, b.code) ||
    compareRefLists(a.refs, b.refs) ||
    compareText(a.message, b.message) ||
    compareText(a.hint, b.hint) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

function compareSources(a: Source | null, b: Source | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return compareText(a.file, b.file) || a.line - b.line || a.document - b.document;
}

function compareRefLists(a: readonly ObjectRef[], b: readonly ObjectRef[]): number {
  for (const [at, ref] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const order = compareRefs(ref, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
