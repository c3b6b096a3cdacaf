import { type KnownLabels, type LabelSelector, selectorProblem, selects } from "./label-selector.ts";
import { objectLabels } from "./object-labels.ts";
import { type AdmissionRequest, isUnknown } from "./request.ts";
import { type Selection, selection } from "./selection.ts";

/**
 * Whether the namespace selector takes a request in (`k8s.io/apiserver` 0.37
 * `plugin/webhook/predicates/namespace/matcher.go`): cluster-scoped objects always, a Namespace that is created or
 * updated by its new labels, everything else by the labels of the stored Namespace.
 */
export function selectNamespace(selector: LabelSelector, request: AdmissionRequest): Selection {
  const names = isUnknown(request, "resource") ? ["namespaces", "others"] : [request.resource];
  const namespaces = isUnknown(request, "scope") ? ["", request.namespace || "any"] : [request.namespace];
  const answers = names.flatMap((resource) =>
    namespaces.map((namespace) => selectAs(selector, { ...request, resource, namespace })),
  );
  const [first, ...others] = answers;
  if (first !== undefined && others.every(({ selected }) => selected === first.selected)) return first;
  return selection("unknown", "nothing known says whether the namespace selector is asked about it");
}

function selectAs(selector: LabelSelector, request: AdmissionRequest): Selection {
  const isNamespace = request.resource === "namespaces";
  if (request.namespace === "" && !isNamespace) {
    return selection("yes", "a namespace selector leaves no cluster-scoped object out");
  }
  const problem = selectorProblem(selector);
  if (problem !== undefined) return selection("error", `the namespace selector is invalid: ${problem}`);
  if (selector.requirements.length === 0) return selection("yes", "the namespace selector is empty");
  const known = isJudgedByItself(request) ? ownLabels(request) : storedLabels(request);
  if (typeof known === "string") return selection("error", known);
  const selected = selects(selector, known);
  return selection(selected, words[selected]);
}

const words = {
  yes: "the namespace selector selects it",
  no: "the namespace selector leaves it out",
  unknown: "the namespace selector asks for labels that are not known",
};

/** By the resource's name alone: any group's `namespaces` count. */
function isJudgedByItself({ resource, subresource, operation }: AdmissionRequest): boolean {
  return (
    resource === "namespaces" && subresource === "" && (operation === "CREATE" || operation === "UPDATE")
  );
}

function ownLabels(request: AdmissionRequest): KnownLabels | string {
  const { object } = request;
  if (object === null) return "the request carries no Namespace";
  return objectLabels(object, !isUnknown(request, "object"));
}

function storedLabels(request: AdmissionRequest): KnownLabels | string {
  if (request.namespace === "") return "the API server looks for a Namespace without a name";
  if (isUnknown(request, "namespaceLabels")) {
    return { labels: request.namespaceLabels ?? {}, complete: false };
  }
  if (request.namespaceLabels === null) return "there is no such Namespace";
  return { labels: request.namespaceLabels, complete: true };
}
