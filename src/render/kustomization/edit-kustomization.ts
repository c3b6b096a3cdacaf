import { UsageError } from "../../errors.ts";
import { isObject, type JsonObject, type JsonValue } from "../../manifest/manifest.ts";
import { readText } from "../../manifest/read-text.ts";
import { isRefusal } from "../../manifest/refusal.ts";
import type { KustomizeOptions } from "../render-request.ts";
import { addAnnotations, addLabels } from "./add-metadata.ts";
import { fieldOf, listOf, withField } from "./fields.ts";
import { setImages } from "./set-images.ts";
import { setReplicas } from "./set-replicas.ts";

/**
 * A kustomization with an Application's settings in it, as Argo CD puts them there (argo-cd 3.6
 * `util/kustomize/kustomize.go` Build, which calls `kustomize edit`; kustomize 5.8 `kustomize/commands/edit`).
 *
 * @param components those of `options.components` that are to be added; see presentComponents.
 * @throws UsageError for a setting that `kustomize edit` would refuse.
 */
export function editKustomization(
  kustomization: JsonObject,
  options: KustomizeOptions,
  components: readonly string[],
): JsonObject {
  const edits: readonly ((before: JsonObject) => JsonObject)[] = [
    (before) => setText(before, "namePrefix", options.namePrefix),
    (before) => setText(before, "nameSuffix", options.nameSuffix),
    (before) => setText(before, "namespace", options.namespace),
    (before) => setImages(before, options.images),
    (before) => setReplicas(before, options.replicas),
    (before) => addLabels(before, options),
    (before) => addAnnotations(before, options),
    (before) => append(before, "patches", readPatches(options.patches)),
    (before) => append(before, "components", newOnes(before, components)),
  ];
  return edits.reduce((value, edit) => edit(value), kustomization);
}

function setText(before: JsonObject, name: string, text: string): JsonObject {
  return text === "" ? before : withField(before, name, text);
}

function append(before: JsonObject, name: string, items: readonly JsonValue[]): JsonObject {
  return items.length === 0 ? before : withField(before, name, [...listOf(before, name), ...items]);
}

function newOnes(before: JsonObject, components: readonly string[]): readonly string[] {
  const known = new Set(listOf(before, "components"));
  return [...new Set(components)].filter((component) => !known.has(component));
}

/** A list as it would stand under `patches` of a kustomization. */
function readPatches(text: string | undefined): readonly JsonValue[] {
  if (text === undefined || text.trim() === "") return [];
  const reading = readText(text);
  if (isRefusal(reading)) throw wrongPatches(`cannot be read as YAML: ${reading.detail}`);
  const { value } = reading;
  if (!Array.isArray(value)) throw wrongPatches("is no list");
  const patches = value as readonly JsonValue[];
  for (const [index, patch] of patches.entries()) {
    const isPatch = isObject(patch) && (fieldOf(patch, "patch") ?? fieldOf(patch, "path")) !== undefined;
    if (!isPatch) throw wrongPatches(`has an item ${index + 1} with neither patch nor path`);
  }
  return patches;
}

function wrongPatches(what: string): UsageError {
  return new UsageError(`the parameter patches ${what}`, {
    hint: "give YAML text: a list of { patch or path, target, options }, as under `patches` of a kustomization",
  });
}
