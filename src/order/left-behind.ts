import { type Finding, finding } from "../findings/finding.ts";
import { podSpecPath } from "../requests/pod-templates.ts";
import type { OrderedObject } from "./ordered-object.ts";
import type { Move } from "./plan-order.ts";

/**
 * Workloads that stood beside or before one that now goes before a barrier, in its namespace, and stay where they were. If
 * the lowered one needs an answer of theirs to become ready (its database, say), the sync would never get to them; nothing
 * in the manifests tells, so it is said. `moves` are all of the order.
 */
export function findLeftBehind(
  objects: readonly OrderedObject[],
  moves: readonly Move[],
): readonly Finding[] {
  const lowered = moves.filter(
    ({ manifest, because }) =>
      podSpecPath(manifest.ref) !== undefined && because.every(({ reason }) => reason !== "user"),
  );
  if (lowered.length === 0) return [];
  const waves = new Map(moves.map(({ manifest, to }) => [manifest, to]));
  return lowered.flatMap(({ manifest, from, to }) => {
    const behind = objects
      .filter(
        (other) =>
          other.manifest !== manifest &&
          podSpecPath(other.manifest.ref) !== undefined &&
          other.manifest.ref.namespace === manifest.ref.namespace &&
          other.wave <= from &&
          (waves.get(other.manifest) ?? other.wave) > to,
      )
      .map((other) => other.manifest.ref);
    if (behind.length === 0) return [];
    const where = { refs: [manifest.ref, ...behind], source: manifest.source };
    return [finding("workload-left-behind", where, {})];
  });
}
