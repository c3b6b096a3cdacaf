import { type JsonObject, type Manifest, textAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

const source = { file: "the cluster", line: 1, document: 1 } as const;

/** An object of the cluster in the shape in which the pipeline knows those of a render. */
export function liveManifest(
  value: JsonObject,
  { group, kind }: Pick<ObjectRef, "group" | "kind">,
): Manifest {
  return {
    index: 0,
    ref: {
      group,
      kind,
      namespace: textAt(value, "metadata", "namespace") ?? "",
      name: textAt(value, "metadata", "name") ?? "",
    },
    // Left out of the items of a list.
    apiVersion: textAt(value, "apiVersion") ?? "",
    value,
    annotations: {},
    document: { index: 0, start: 0, end: 0, source },
    path: [],
    source,
  };
}
