import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { formatRef, type ObjectRef, refKey } from "../manifest/object-ref.ts";
import type { Chain } from "./accounts/account-rule.ts";
import { templateReferences } from "./references/template-references.ts";

/** A template of another object that an object makes pods from. */
export interface Borrowed {
  /** From the object that makes the pods to the one whose template they are made from. */
  readonly chain: Chain;
  /** The references on the way, such as `spec.workloadRef`. */
  readonly via: readonly string[];
}

export interface BorrowedTemplates {
  readonly borrowed: readonly Borrowed[];
  /** References that lead nowhere in this render, or that a controller would refuse. */
  readonly findings: readonly Finding[];
}

export const nothingBorrowed: BorrowedTemplates = { borrowed: [], findings: [] };

/**
 * The templates of other objects that an object runs, those that they run in turn included, each once. `find` looks up
 * an object of the render.
 */
export function borrowedTemplates(
  manifest: Manifest,
  find: (ref: ObjectRef) => Manifest | undefined,
): BorrowedTemplates {
  if (templateReferences(manifest).length === 0) return nothingBorrowed;
  const borrowed: Borrowed[] = [];
  const findings: Finding[] = [];
  const seen = new Set<string>([refKey(manifest.ref)]);
  const open: Borrowed[] = [{ chain: [manifest], via: [] }];
  for (let here = open.shift(); here !== undefined; here = open.shift()) {
    const from = here.chain.at(-1) ?? manifest;
    for (const { path, supported, ...named } of templateReferences(from)) {
      const target = { ...named, namespace: manifest.ref.namespace };
      const key = refKey(target);
      if (seen.has(key)) continue;
      seen.add(key);
      const found = supported ? find(target) : undefined;
      if (found === undefined) {
        // Whoever states the reference reports it, not those that get there through it.
        if (from === manifest) findings.push(missing(manifest, path, target, supported));
        continue;
      }
      const next: Borrowed = { chain: [...here.chain, found], via: [...here.via, path] };
      borrowed.push(next);
      open.push(next);
    }
  }
  return { borrowed, findings };
}

function missing({ ref, source }: Manifest, path: string, target: ObjectRef, supported: boolean): Finding {
  const problem = supported ? "absent" : "unsupported";
  return finding(
    "template-missing",
    { refs: [ref], source },
    { path, reference: formatRef(target), problem },
  );
}
