import { readHook } from "../argo/hooks.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";

/**
 * Dependents that run where no wave holds anything back: hooks of a failed sync start all at once, hooks around the
 * deletion of the Application run outside the sync (argo-cd 3.6.1 `controller/hook.go`, gitops-engine 3.6.1
 * `sync_context.go` `executeSyncFailPhase`). `dependents` may name one several times; the value is
 * those that are meant.
 */
export function findUnguarded(dependents: Iterable<Manifest>): Outcome<readonly Manifest[]> {
  const value: Manifest[] = [];
  const findings: Finding[] = [];
  for (const dependent of new Set(dependents)) {
    const { annotations, ref, source } = dependent;
    const hook = readHook(annotations);
    const phases = [...hook.phases.filter((phase) => phase === "SyncFail"), ...hook.outside];
    if (phases.length > 0) value.push(dependent);
    for (const phase of phases) {
      findings.push(finding("dependent-unguarded", { refs: [ref], source }, { phase }));
    }
  }
  return { value, findings };
}
