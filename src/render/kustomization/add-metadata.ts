import { UsageError } from "../../errors.ts";
import { isObject, type JsonObject, type JsonValue } from "../../manifest/manifest.ts";
import { quote } from "../../quote.ts";
import type { KustomizeOptions } from "../render-request.ts";
import { fieldOf, listOf, withField } from "./fields.ts";

/** What is added and where a kustomization may say otherwise. */
interface Addition {
  readonly kind: "label" | "annotation";
  readonly pairs: Readonly<Record<string, string>>;
  readonly isForced: boolean;
}

/**
 * `kustomize edit add label`: into `commonLabels`, or without selectors into the entry of `labels` that is alike in
 * `includeTemplates` (kustomize 5.8 `kustomize/commands/edit/add/addmetadata.go`).
 */
export function addLabels(before: JsonObject, options: KustomizeOptions): JsonObject {
  const { commonLabels: pairs, forceCommonLabels, labelWithoutSelector, labelIncludeTemplates } = options;
  if (Object.keys(pairs).length === 0) return before;
  if (labelIncludeTemplates && !labelWithoutSelector) {
    throw new UsageError("label-include-templates needs label-without-selector", {
      hint: 'set label-without-selector to "true" too: with selectors, labels are in templates anyway',
    });
  }
  const addition: Addition = { kind: "label", pairs, isForced: forceCommonLabels };
  return labelWithoutSelector
    ? addToLabels(before, addition, labelIncludeTemplates)
    : addToMap(before, "commonLabels", addition);
}

/** `kustomize edit add annotation`. */
export function addAnnotations(before: JsonObject, options: KustomizeOptions): JsonObject {
  const { commonAnnotations: pairs, forceCommonAnnotations: isForced } = options;
  if (Object.keys(pairs).length === 0) return before;
  return addToMap(before, "commonAnnotations", { kind: "annotation", pairs, isForced });
}

function addToMap(before: JsonObject, field: string, addition: Addition): JsonObject {
  const value = fieldOf(before, field) ?? null;
  return withField(before, field, merge(isObject(value) ? value : {}, addition));
}

function addToLabels(before: JsonObject, addition: Addition, includeTemplates: boolean): JsonObject {
  const labels = listOf(before, "labels");
  const at = labels.findIndex((label) => isAlike(label, includeTemplates));
  const entry = labels[at];
  if (!isObject(entry)) {
    const added = { pairs: merge({}, addition), ...(includeTemplates ? { includeTemplates } : {}) };
    return withField(before, "labels", [...labels, added]);
  }
  const pairs = fieldOf(entry, "pairs") ?? null;
  const changed = withField(entry, "pairs", merge(isObject(pairs) ? pairs : {}, addition));
  return withField(before, "labels", labels.with(at, changed));
}

function isAlike(label: JsonValue, includeTemplates: boolean): boolean {
  if (!isObject(label) || fieldOf(label, "includeSelectors") === true) return false;
  return (fieldOf(label, "includeTemplates") === true) === includeTemplates;
}

function merge(before: JsonObject, { kind, pairs, isForced }: Addition): JsonObject {
  const known = isForced ? undefined : Object.keys(pairs).find((key) => Object.hasOwn(before, key));
  if (known !== undefined) {
    throw new UsageError(`the ${kind} ${quote(known)} stands in the kustomization already`, {
      hint: `take it out of one of them, or set force-common-${kind}s to "true"`,
    });
  }
  const added = Object.entries(pairs).map(([key, value]) => [key, withoutQuotes(value)] as const);
  return Object.assign(Object.create(null), before, Object.fromEntries(added));
}

/** kustomize 5.8 `kustomize/commands/internal/util/util.go` trimQuotes: the value is what its quotes hold. */
function withoutQuotes(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
