import type { FindingArgs } from "../findings/finding.ts";
import { isObject, type JsonObject, valueAt } from "./manifest.ts";
import { nameOfType } from "./why-no-object.ts";

/** The wave of an object (gitops-engine 3.6.1 `pkg/sync/common/types.go` `AnnotationSyncWave`). */
export const waveAnnotation = "argocd.argoproj.io/sync-wave";

type Problem = FindingArgs["annotation-not-string"];

export interface Annotations {
  readonly annotations: Readonly<Record<string, string>>;
  /** Every value that is no string, of the annotations and of the labels. */
  readonly problems: readonly Problem[];
}

/**
 * `metadata.annotations` as Go's typed access gives them (apimachinery v0.37 `unstructured.NestedStringMap`): all of them,
 * or none as soon as one value is no string.
 */
export function readAnnotations(object: JsonObject): Annotations {
  const annotations: Record<string, string> = Object.create(null);
  const problems = findProblems(object, "annotations", annotations);
  const readable = problems.length === 0 ? annotations : (Object.create(null) as Record<string, string>);
  return {
    annotations: readable,
    problems: [...problems, ...findProblems(object, "labels", Object.create(null))],
  };
}

function findProblems(object: JsonObject, field: Problem["field"], into: Record<string, string>): Problem[] {
  const map = valueAt(object, "metadata", field);
  if (map === undefined || map === null) return [];
  if (!isObject(map)) return [{ field, key: null, found: nameOfType(map) }];
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(map)) {
    if (typeof value === "string") into[key] = value;
    else problems.push({ field, key, found: nameOfType(value) });
  }
  return problems;
}
