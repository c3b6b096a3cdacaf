import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { KnownLabels } from "./label-selector.ts";
import { stringMap } from "./request.ts";

const nameLabel = "kubernetes.io/metadata.name";

/**
 * The labels of an object as the API server holds it (kubernetes 1.37 `pkg/apis/core/v1/defaults.go`): a Namespace of
 * the core group always has its name as a label, a ReplicationController without labels takes those of its template (so
 * did workloads in the beta versions that are not served any more).
 */
export function objectLabels(object: JsonObject, complete: boolean): KnownLabels {
  const labels = stringMap(valueAt(object, "metadata", "labels"));
  if (labels === null) return { labels: {}, complete: false };
  const name = textAt(object, "metadata", "name") ?? "";
  if (isCore(object, "Namespace") && name !== "") {
    return { labels: { ...labels, [nameLabel]: name }, complete };
  }
  if (takesTemplateLabels(object) && Object.keys(labels).length === 0) {
    const template = stringMap(valueAt(object, "spec", "template", "metadata", "labels"));
    return { labels: template ?? labels, complete: complete && template !== null };
  }
  return { labels, complete };
}

/** Whether an object without labels of its own takes those of its pod template. */
export function takesTemplateLabels(object: JsonObject): boolean {
  return (
    isCore(object, "ReplicationController") ||
    /^(?:extensions|apps)\/v1beta1$/.test(textAt(object, "apiVersion") ?? "")
  );
}

function isCore(object: JsonObject, kind: string): boolean {
  return textAt(object, "apiVersion") === "v1" && textAt(object, "kind") === kind;
}
