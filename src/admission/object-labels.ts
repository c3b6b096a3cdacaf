import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { KnownLabels } from "./label-selector.ts";
import { stringMap } from "./request.ts";

const nameLabel = "kubernetes.io/metadata.name";

/**
 * The labels of an object as the API server holds it. A Namespace of the core group always has its name as a label
 * (kubernetes 1.37 `pkg/apis/core/v1/defaults.go` `SetDefaults_Namespace`).
 */
export function objectLabels(object: JsonObject, complete: boolean): KnownLabels {
  const labels = stringMap(valueAt(object, "metadata", "labels"));
  if (labels === null) return { labels: {}, complete: false };
  const name = textAt(object, "metadata", "name") ?? "";
  if (textAt(object, "apiVersion") !== "v1" || textAt(object, "kind") !== "Namespace" || name === "") {
    return { labels, complete };
  }
  return { labels: { ...labels, [nameLabel]: name }, complete };
}
