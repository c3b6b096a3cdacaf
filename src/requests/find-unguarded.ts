import { readHook } from "../argo/hooks.ts";
import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";

/**
 * Dependents that run where no wave holds anything back: hooks of a failed sync start all at once, hooks around the
 * deletion of the Application run outside the sync (argo-cd 3.6.1 `controller/hook.go`, gitops-engine 3.6.1
 * `sync_context.go` `executeSyncFailPhase`). `dependents` may name one several times.
 */
export function findUnguarded(dependents: Iterable<Manifest>): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { annotations, ref, source } of new Set(dependents)) {
    const hook = readHook(annotations);
    for (const phase of [...hook.phases.filter((phase) => phase === "SyncFail"), ...hook.outside]) {
      findings.push(finding("dependent-unguarded", { refs: [ref], source }, { phase }));
    }
  }
  return findings;
}
