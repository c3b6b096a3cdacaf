import { appendAll } from "../append-all.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { holderOf } from "./accounts/account-rule.ts";
import { type BorrowedTemplates, borrowedTemplates, nothingBorrowed } from "./borrowed-templates.ts";
import { isOpaque } from "./opaque.ts";
import { readOptOut } from "./opt-out.ts";
import { findPausing } from "./pausing.ts";
import type { Requester } from "./requester.ts";
import { requestersOf } from "./requesters-of.ts";

/**
 * Bound on the requesters of one render, far above what a cluster runs: templates that many objects run multiply theirs.
 */
export const maxRequesters = 200_000;

/**
 * Every certificate source of every object, in the order of the input: from the pod spec of well-known kinds, by shape
 * in all others, and out of the templates of other objects that an object runs. Objects without a namespace make no
 * pods and are passed over (policies, cluster-wide templates), as are those that only carry the objects of others (see
 * opaque.ts) and those that opt out (opt-out.ts).
 */
export function findRequesters(manifests: readonly Manifest[]): Outcome<readonly Requester[]> {
  const value: Requester[] = [];
  const findings: Finding[] = [];
  const runners = manifests.filter((manifest) => isInNamespace(manifest) && !isOpaque(manifest));
  const find = finderIn(runners);
  const templates = runners.map((manifest) => borrowedTemplates(manifest, find));
  const lent = lenders(templates);
  for (const [at, manifest] of runners.entries()) {
    const found = visit(manifest, templates[at] ?? nothingBorrowed, lent.has(manifest));
    appendAll(findings, found.findings);
    if (value.length + found.value.length > maxRequesters) {
      findings.push(finding("certificate-sources-too-many", {}, { limit: maxRequesters }));
      break;
    }
    for (const requester of found.value) value.push(requester);
  }
  appendAll(findings, findPausing(value.map(({ dependent }) => dependent)));
  return { value, findings };
}

/** In one that nobody knows too: whoever asks from there must not be passed over. */
function isInNamespace({ ref, lacksNamespace }: Manifest): boolean {
  return ref.namespace !== "" || lacksNamespace === true;
}

/** What one object asks for with its own template and with those that it borrows, unless it opts out. */
function visit(
  manifest: Manifest,
  { borrowed, findings: missing }: BorrowedTemplates,
  isLent: boolean,
): Outcome<readonly Requester[]> {
  const optOut = readOptOut(manifest);
  if (optOut.ignored) return { value: [], findings: optOut.findings };
  const found = [{ chain: [manifest], via: [] } as const, ...borrowed].map((template) =>
    requestersOf(template, isLent),
  );
  return {
    value: found.flatMap((outcome) => outcome.value),
    findings: [...optOut.findings, ...missing, ...found.flatMap((outcome) => outcome.findings)],
  };
}

/** Looks objects up by identity. Most renders never ask, so that the index is made for the first question. */
function finderIn(manifests: readonly Manifest[]): (ref: ObjectRef) => Manifest | undefined {
  let byRef: ReadonlyMap<string, Manifest> | undefined;
  return (ref) => {
    byRef ??= new Map(manifests.map((manifest) => [refKey(manifest.ref), manifest]));
    return byRef.get(refKey(ref));
  };
}

/** The objects out of whose templates others of the render make pods. */
function lenders(templates: readonly BorrowedTemplates[]): ReadonlySet<Manifest> {
  const lent = new Set<Manifest>();
  for (const { borrowed } of templates) for (const { chain } of borrowed) lent.add(holderOf(chain));
  return lent;
}
