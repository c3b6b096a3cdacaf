import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../../manifest/manifest.ts";
import { takesTemplateLabels } from "../object-labels.ts";
import {
  filledInContainer,
  filledInElsewhere,
  filledInPodSpec,
  keptWhenEmpty,
  kindsWithoutSpec,
  podSpecFields,
  quantityFields,
  quantityMaps,
  userMaps,
} from "./built-in-fields.ts";
import type { CelPath } from "./cel-map.ts";

/**
 * Whether the API server, which decodes built-in kinds into Go structs, may see another value at a path than the text
 * has: defaults fill in what is absent, unknown fields and empty values are dropped, quantities are rewritten.
 */
export function changesBuiltIn(object: JsonObject, path: CelPath, value: JsonValue | undefined): boolean {
  const [first] = path;
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1);
  if (first === "apiVersion" || first === "kind") return false;
  if (first === "metadata") return path.length === 2 && isMetadataChanged(object, last, value);
  if (isSecretWithPlainText(object) && (first === "data" || first === "stringData")) return true;
  if (value === undefined) return !isUserMap(parent) && isFilledIn(object, path);
  if (isEmpty(value) && !isUserMap(parent) && !isKept(object, last)) return true;
  if (quantityFields.has(last) || quantityMaps.has(parent.at(-1) ?? "")) return !isObject(value);
  return isPodSpec(object, parent) && !podSpecFields.has(last);
}

/** Whether the keys of the mapping at a path are the user's own, and not fields of a struct. */
export function isUserMap(path: CelPath): boolean {
  return userMaps.has(path.at(-1) ?? "");
}

function isFilledIn(object: JsonObject, path: CelPath): boolean {
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1);
  if (isPodSpec(object, parent)) return filledInPodSpec.has(last);
  if (isContainer(parent)) return filledInContainer.has(last);
  if (path.length === 1 && last === "spec") return !kindsWithoutSpec.has(textAt(object, "kind") ?? "");
  if (path.length === 1 && last === "metadata") return false;
  return filledInElsewhere.has(last);
}

function isMetadataChanged(object: JsonObject, field: string, value: JsonValue | undefined): boolean {
  if (value !== undefined) return isEmpty(value);
  return field === "labels" && takesTemplateLabels(object);
}

function isSecretWithPlainText(object: JsonObject): boolean {
  return textAt(object, "kind") === "Secret" && isObject(valueAt(object, "stringData"));
}

function isPodSpec(object: JsonObject, path: CelPath): boolean {
  if (path.at(-1) !== "spec") return false;
  return path.at(-2) === "template" || (path.length === 1 && textAt(object, "kind") === "Pod");
}

function isContainer(path: CelPath): boolean {
  return path.at(-1) === "*" && /^(?:c|initC|ephemeralC)ontainers$/.test(path.at(-2) ?? "");
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === false || value === 0 || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** The replicas of a Scale are no pointer. */
function isKept(object: JsonObject, field: string): boolean {
  return keptWhenEmpty.has(field) && textAt(object, "kind") !== "Scale";
}
