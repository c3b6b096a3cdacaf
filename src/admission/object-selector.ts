import { type JsonObject, textAt } from "../manifest/manifest.ts";
import { type LabelSelector, selectorProblem, selects } from "./label-selector.ts";
import { objectLabels } from "./object-labels.ts";
import { type AdmissionRequest, isUnknown } from "./request.ts";
import { type Selection, selection } from "./selection.ts";
import { anyOf, type Ternary } from "./ternary.ts";

/**
 * Whether the object selector takes the object or the old object in (`k8s.io/apiserver` 0.37
 * `plugin/webhook/predicates/object/matcher.go`). An object that is not there, or has no metadata, is not selected,
 * not even by `NotIn` and `DoesNotExist`.
 */
export function selectObject(selector: LabelSelector, request: AdmissionRequest): Selection {
  const problem = selectorProblem(selector);
  if (problem !== undefined) return selection("error", `the object selector is invalid: ${problem}`);
  if (selector.requirements.length === 0) return selection("yes", "the object selector is empty");
  const selected = anyOf([
    selectsOne(selector, request.object, !isUnknown(request, "object")),
    isUnknown(request, "oldObject") ? "unknown" : selectsOne(selector, request.oldObject, true),
  ]);
  return selection(selected, words[selected]);
}

const words = {
  yes: "the object selector selects it",
  no: "the object selector leaves it out",
  unknown: "the object selector asks for labels that are not known",
};

function selectsOne(selector: LabelSelector, object: JsonObject | null, complete: boolean): Ternary {
  if (object === null) return complete ? "no" : "unknown";
  if (isOptions(object)) return "no";
  return selects(selector, objectLabels(object, complete));
}

/** What CONNECT requests carry: kinds without metadata, all in the core group (`k8s.io/api` 0.37 `core/v1/types.go`). */
const optionKinds: ReadonlySet<string> = new Set([
  "NodeProxyOptions",
  "PodAttachOptions",
  "PodExecOptions",
  "PodPortForwardOptions",
  "PodProxyOptions",
  "ServiceProxyOptions",
]);

function isOptions(object: JsonObject): boolean {
  return textAt(object, "apiVersion") === "v1" && optionKinds.has(textAt(object, "kind") ?? "");
}
