/** Labels of everything that grantwave adds to a render; the second one is how it knows its own objects again. */
export const markerLabels = {
  "app.kubernetes.io/managed-by": "grantwave",
  "grantwave.dev/barrier": "true",
} as const;

/** Annotation with the digest of what a barrier waits for: also the proof that the plugin ran. */
export const digestAnnotation = "grantwave.dev/digest";
