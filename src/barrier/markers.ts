import { finding, type Outcome } from "../findings/finding.ts";
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

/**
 * True for a barrier of an earlier run: it is replaced, and it is nobody's dependent. The label alone is not enough: whoever
 * copies it would lose an object without a word. What our append wrote is a whole document of its own.
 */
export function isBarrier({ ref, value, path, annotations }: Manifest): boolean {
  return (
    ref.group === "batch" &&
    ref.kind === "Job" &&
    path.length === 0 &&
    Object.entries(markerLabels).every(([key, text]) => textAt(value, "metadata", "labels", key) === text) &&
    annotations[digestAnnotation] !== undefined &&
    textAt(value, "spec", "template", "spec", "containers", 0, "command", 0) === "grantwave"
  );
}

/** Objects that carry our label and are no barriers of ours: they are treated like any other object, and told. */
export function findForeignMarkers(manifests: readonly Manifest[]): Outcome<readonly Manifest[]> {
  const value = manifests.filter(
    (manifest) =>
      textAt(manifest.value, "metadata", "labels", barrierLabel) !== undefined && !isBarrier(manifest),
  );
  const findings = value.map(({ ref, source }) =>
    finding("marker-foreign", { refs: [ref], source }, { label: barrierLabel }),
  );
  return { value, findings };
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
