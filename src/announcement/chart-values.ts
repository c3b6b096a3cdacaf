import { readFile } from "node:fs/promises";
import { GrantwaveError } from "../errors.ts";
import { isObject, type JsonValue } from "../manifest/manifest.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";
import { findConfined } from "../render/confined-path.ts";
import type { RenderRequest } from "../render/render-request.ts";
import type { FoundValues } from "./found-values.ts";

/** More of them make no form that anybody would look through. */
const mostValues = 1000;

interface FlatValues {
  readonly set: Record<string, string>;
  readonly setString: Record<string, string>;
}

/**
 * The values of a chart and of its values files as single values, as Argo CD shows them for its own helm sources
 * (argo-cd 3.6 `util/helm/helm.go` GetParameters): text in `set-string` and everything else in `set`, so that saving them
 * changes no type. Files that are not there, or are elsewhere, are passed over.
 */
export async function chartValues(request: RenderRequest): Promise<FoundValues> {
  const notices: string[] = [];
  let values: JsonValue = {};
  const flat: FlatValues = { set: Object.create(null), setString: Object.create(null) };
  for (const file of ["values.yaml", ...request.helm.valuesFiles]) {
    const text = await readValues(request, file).catch((error) => {
      if (!(error instanceof GrantwaveError)) throw error;
      notices.push(error.message);
      return "";
    });
    const reading = readText(text);
    if (isRefusal(reading)) notices.push(`the values file ${file} cannot be read: ${reading.detail}`);
    else values = merge(values, reading.value);
  }
  flatten(values, "", flat);
  const count = Object.keys(flat.set).length + Object.keys(flat.setString).length;
  if (count > mostValues) {
    return { values: {}, notices: [...notices, `${count} values are too many to show one by one`] };
  }
  return { values: { set: flat.set, "set-string": flat.setString }, notices };
}

async function readValues(request: RenderRequest, file: string): Promise<string> {
  const found = await findConfined(request, file, "values file");
  return found.kind === "file" ? readFile(found.path, "utf8") : "";
}

/** As helm does: maps are merged, everything else takes the place of what was there. */
function merge(before: JsonValue, after: JsonValue): JsonValue {
  if (!isObject(before) || !isObject(after)) return after ?? before;
  const merged: Record<string, JsonValue | undefined> = Object.assign(Object.create(null), before);
  for (const [key, value] of Object.entries(after)) {
    merged[key] = value === undefined ? merged[key] : merge(merged[key] ?? null, value);
  }
  return merged;
}

function flatten(value: JsonValue | undefined, name: string, flat: FlatValues): void {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      flatten(item, `${name}[${index}]`, flat);
    return;
  }
  if (isObject(value ?? null)) {
    for (const [key, item] of Object.entries(value as object)) {
      flatten(item, name === "" ? escapeName(key) : `${name}.${escapeName(key)}`, flat);
    }
    return;
  }
  if (name === "" || value === null || value === undefined) return;
  // Braces would make a list of it.
  if (typeof value !== "string") flat.set[name] = String(value);
  else if (!value.startsWith("{")) flat.setString[name] = value;
}

/** helm 4.2 `pkg/strvals/parser.go`: these end a name. */
function escapeName(key: string): string {
  return key.replaceAll(/[.,=[\]\\]/g, "\\$&");
}
