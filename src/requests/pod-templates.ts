import type { ObjectRef } from "../manifest/object-ref.ts";

/**
 * Where the pod spec stands in kinds that everybody knows, by group and kind. Only that place is looked at in them;
 * all other kinds are searched by shape, see certificate-sources.ts.
 */
const podSpecPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ["/Pod", ["spec"]],
  ["/PodTemplate", ["template", "spec"]],
  ["/ReplicationController", ["spec", "template", "spec"]],
  ["apps/DaemonSet", ["spec", "template", "spec"]],
  ["apps/Deployment", ["spec", "template", "spec"]],
  ["apps/ReplicaSet", ["spec", "template", "spec"]],
  ["apps/StatefulSet", ["spec", "template", "spec"]],
  ["batch/CronJob", ["spec", "jobTemplate", "spec", "template", "spec"]],
  ["batch/Job", ["spec", "template", "spec"]],
]);

/** The path of the pod spec in objects of a well-known kind; undefined for all others. */
export function podSpecPath(ref: ObjectRef): readonly string[] | undefined {
  return podSpecPaths.get(`${ref.group}/${ref.kind}`);
}
