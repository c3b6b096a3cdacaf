import type { GenericPolicy } from "../../config/generic-policy.ts";
import { isObject, type JsonValue, type Manifest, valueAt } from "../../manifest/manifest.ts";
import { readText } from "../../manifest/read-text.ts";
import { isRefusal } from "../../manifest/refusal.ts";
import { configMapText } from "../config-map-key.ts";
import { afterSpace, JsonRefusal, plainValue, readJson } from "../go-json.ts";

/** The policy that an object carries, or why there is none to read. */
export type PolicyContent =
  | {
      readonly found: true;
      readonly value: JsonValue;
      /** Where the value stands in the object: `data["policy.yaml"]`; empty for the object itself. */
      readonly place: string;
    }
  | { readonly found: false; readonly place: string; readonly reason: string };

/** The object itself, its namespace filled in, or the text under its key, read as Go reads JSON or YAML. */
export function policyContent({ key, format }: GenericPolicy, manifest: Manifest): PolicyContent {
  if (key === undefined) return { found: true, value: withNamespace(manifest), place: "" };
  const content = configMapText(manifest, key);
  if (!content.found) return { found: false, place: content.path, reason: content.reason };
  const reading = format === "json" ? readJsonText(content.text) : readYamlText(content.text);
  if ("value" in reading) return { found: true, value: reading.value, place: content.path };
  const line = content.text.slice(0, reading.offset).split("\n").length;
  return { found: false, place: `${content.path}, line ${line}`, reason: reading.reason };
}

type TextReading = { readonly value: JsonValue } | { readonly reason: string; readonly offset: number };

function readJsonText(text: string): TextReading {
  try {
    const { node, end } = readJson(text);
    const next = afterSpace(text, end);
    if (next < text.length) return { reason: "there is trailing data after the policy", offset: next };
    return { value: plainValue(node) };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return { reason: error.message, offset: error.offset };
  }
}

function readYamlText(text: string): TextReading {
  const reading = readText(text);
  if (!isRefusal(reading)) return { value: reading.value };
  return { reason: reading.detail, offset: reading.offset };
}

/** A namespace that the render leaves to the destination is there once the object is applied. */
function withNamespace({ value, ref }: Manifest): JsonValue {
  const metadata = valueAt(value, "metadata");
  if (ref.namespace === "" || !isObject(metadata) || metadata["namespace"] === ref.namespace) return value;
  return { ...value, metadata: { ...metadata, namespace: ref.namespace } };
}
