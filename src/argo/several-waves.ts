import type { Phase } from "./phase.ts";

/**
 * True where a sync has more than one phase or wave, so that Argo CD waits between them; SyncFail hooks count too
 * (gitops-engine 3.6.1 `pkg/sync/sync_tasks.go` `multiStep`).
 */
export function hasSeveralWaves(places: Iterable<{ readonly phase: Phase; readonly wave: number }>): boolean {
  let first: { readonly phase: Phase; readonly wave: number } | undefined;
  for (const place of places) {
    first ??= place;
    if (place.phase !== first.phase || place.wave !== first.wave) return true;
  }
  return false;
}
