import { appendTo } from "../append-to.ts";
import { type Finding, finding } from "../findings/finding.ts";
import { podSpecPath } from "../requests/pod-templates.ts";
import type { Move } from "./move.ts";
import type { OrderedObject } from "./ordered-object.ts";

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
  const workloads = workloadsByNamespace(objects);
  return lowered.flatMap(({ manifest, from, to }) => {
    const behind = (workloads.get(manifest.ref.namespace) ?? [])
      .filter(
        (other) =>
          other.manifest !== manifest && other.wave <= from && (waves.get(other.manifest) ?? other.wave) > to,
      )
      .map((other) => other.manifest.ref);
    if (behind.length === 0) return [];
    const where = { refs: [manifest.ref, ...behind], source: manifest.source };
    return [finding("workload-left-behind", where, {})];
  });
}

function workloadsByNamespace(
  objects: readonly OrderedObject[],
): ReadonlyMap<string, readonly OrderedObject[]> {
  const found = new Map<string, OrderedObject[]>();
  for (const object of objects) {
    const { ref } = object.manifest;
    if (podSpecPath(ref) !== undefined) appendTo(found, ref.namespace, object);
  }
  return found;
}
