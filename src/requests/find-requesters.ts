import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { refKey } from "../manifest/object-ref.ts";
import { holderOf } from "./accounts/account-rule.ts";
import { type BorrowedTemplates, borrowedTemplates, nothingBorrowed } from "./borrowed-templates.ts";
import { isOpaque } from "./opaque.ts";
import { readOptOut } from "./opt-out.ts";
import type { Requester } from "./requester.ts";
import { requestersOf } from "./requesters-of.ts";

/**
 * Every certificate source of every object, in the order of the input: from the pod spec of well-known kinds, by shape
 * in all others, and out of the templates of other objects that an object runs. Objects without a namespace make no
 * pods and are passed over (policies, cluster-wide templates), as are those that only carry the objects of others (see
 * opaque.ts) and those that opt out (opt-out.ts).
 */
export function findRequesters(manifests: readonly Manifest[]): Outcome<readonly Requester[]> {
  const value: Requester[] = [];
  const findings: Finding[] = [];
  const runners = manifests.filter((manifest) => manifest.ref.namespace !== "" && !isOpaque(manifest));
  const byRef = new Map(runners.map((manifest) => [refKey(manifest.ref), manifest]));
  const templates = runners.map((manifest) => borrowedTemplates(manifest, (ref) => byRef.get(refKey(ref))));
  const lent = lenders(templates);
  for (const [at, manifest] of runners.entries()) {
    const optOut = readOptOut(manifest);
    findings.push(...optOut.findings);
    if (optOut.ignored) continue;
    const { borrowed, findings: missing } = templates[at] ?? nothingBorrowed;
    findings.push(...missing);
    for (const template of [{ chain: [manifest], via: [] } as const, ...borrowed]) {
      const found = requestersOf(template, lent.has(manifest));
      for (const requester of found.value) value.push(requester);
      findings.push(...found.findings);
    }
  }
  return { value, findings };
}

/** The objects out of whose templates others of the render make pods. */
function lenders(templates: readonly BorrowedTemplates[]): ReadonlySet<Manifest> {
  const lent = new Set<Manifest>();
  for (const { borrowed } of templates) for (const { chain } of borrowed) lent.add(holderOf(chain));
  return lent;
}
