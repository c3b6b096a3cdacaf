import type { EvictionAnswer, PodIdentity } from "../cluster/evict-pod.ts";
import type { StuckPod } from "./find-stuck.ts";
import type { GrantState } from "./judge-grant.ts";
import type { Owner } from "./owner.ts";

/** A stuck pod with all that is known about it. */
export interface JudgedPod {
  readonly stuck: StuckPod;
  readonly owner: Owner;
  readonly grant: GrantState;
}

/** What became of one pod; `possible` after a dry run. */
export interface Eviction {
  readonly state: "possible" | "evicted" | "gone" | "refused" | "kept";
  readonly message: string | null;
}

/** Why a pod is left alone; undefined where it may be evicted. */
export function whyKept({ grant, owner }: JudgedPod): string | undefined {
  if (grant.state !== "loaded") {
    return "its successor would be denied as well, or might be: first the grant has to be loaded";
  }
  return owner.problem;
}

export interface Evictor {
  /** Looks at the pod's signers once more, just before it is evicted. */
  readonly judgeAgain: (stuck: StuckPod) => Promise<GrantState>;
  readonly evict: (pod: PodIdentity) => Promise<EvictionAnswer>;
}

/**
 * Evicts one pod after the other, and looks again before each: the signer may have lost the grant since. What cannot be
 * evicted keeps nobody else from it.
 */
export async function freePods(pods: readonly JudgedPod[], evictor: Evictor): Promise<readonly Eviction[]> {
  const evictions: Eviction[] = [];
  for (const judged of pods) evictions.push(await freeOne(judged, evictor));
  return evictions;
}

async function freeOne(judged: JudgedPod, { evict, judgeAgain }: Evictor): Promise<Eviction> {
  const before = whyKept(judged);
  if (before !== undefined) return { state: "kept", message: before };
  const grant = await judgeAgain(judged.stuck);
  const now = whyKept({ ...judged, grant });
  if (now !== undefined) return { state: "kept", message: `${now} (${grant.message})` };
  const { outcome, says } = await evict(judged.stuck.pod);
  return { state: outcome, message: says ?? null };
}

/** Asks the API server whether it would evict each of the pods, and does nothing. */
export async function tryEvictions(
  pods: readonly JudgedPod[],
  dryRun: Evictor["evict"],
): Promise<readonly Eviction[]> {
  const evictions: Eviction[] = [];
  for (const judged of pods) {
    const kept = whyKept(judged);
    if (kept !== undefined) {
      evictions.push({ state: "kept", message: kept });
      continue;
    }
    const { outcome, says } = await dryRun(judged.stuck.pod);
    evictions.push({ state: outcome === "evicted" ? "possible" : outcome, message: says ?? null });
  }
  return evictions;
}
