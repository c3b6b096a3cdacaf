import { type Manifest, textAt } from "../manifest/manifest.ts";

/** The label by which grantwave knows its own barriers again, whatever they are called. */
const barrierLabel = "grantwave.dev/barrier";

/** Labels of everything that grantwave adds to a render. */
export const markerLabels = {
  "app.kubernetes.io/managed-by": "grantwave",
  [barrierLabel]: "true",
} as const;

/** Annotation with the digest of what a barrier waits for: also the proof that the plugin ran. */
export const digestAnnotation = "grantwave.dev/digest";

/** True for a barrier of an earlier run: it is replaced, and it is nobody's dependent. */
export function isBarrier({ ref, value }: Manifest): boolean {
  if (ref.group !== "batch" || ref.kind !== "Job") return false;
  return textAt(value, "metadata", "labels", barrierLabel) === "true";
}

/** Names of the render's own Jobs in a namespace: no barrier may take one of them. */
export function jobNamesIn(namespace: string, manifests: readonly Manifest[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const manifest of manifests) {
    const { group, kind, name } = manifest.ref;
    const isJob = group === "batch" && kind === "Job" && manifest.ref.namespace === namespace;
    if (isJob && !isBarrier(manifest)) names.add(name);
  }
  return names;
}
