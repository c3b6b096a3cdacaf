import { type ClusterReader, UnansweredError } from "../cluster/cluster-reader.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { controllerOf, type WaitingPod } from "./waiting-pod.ts";

/** Who makes the pod's successor, for people the topmost one: the Deployment, not its ReplicaSet. */
export interface Owner {
  readonly ref: ObjectRef | undefined;
  /** Why no successor can be counted on; undefined where one can. */
  readonly problem: string | undefined;
}

/** A Deployment has ReplicaSets has pods; nobody stacks more than a few. */
const mostLevels = 4;

/** Climbs from controller to controller, as far as they can be read. */
export async function findOwner({ controller }: WaitingPod, reader: ClusterReader): Promise<Owner> {
  if (controller === undefined) return { ref: undefined, problem: "nothing would make another one of it" };
  const first = await read(controller, reader);
  if (!("object" in first)) return { ref: controller, problem: first.problem };
  let [ref, object] = [controller, first.object];
  for (let level = 1; level < mostLevels; level++) {
    const above = controllerOf(object);
    if (above === undefined) break;
    ref = above;
    const next = await read(above, reader);
    if (!("object" in next)) break;
    object = next.object;
  }
  return { ref, problem: undefined };
}

async function read(
  ref: ObjectRef,
  reader: ClusterReader,
): Promise<{ readonly object: JsonObject } | { readonly problem: string }> {
  try {
    const object = await reader.get(ref);
    return object === undefined
      ? { problem: `its ${ref.kind} ${ref.name} is gone, so nothing would make another one of it` }
      : { object };
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
    return { problem: `its ${ref.kind} ${ref.name} may not be read: ${error.message}` };
  }
}
