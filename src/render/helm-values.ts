import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { isObject } from "../manifest/manifest.ts";
import { isRefusal } from "../manifest/refusal.ts";
import { quote } from "../quote.ts";
import { findConfined, missingFile } from "./confined-path.ts";
import type { RenderRequest } from "./render-request.ts";

/**
 * helm's flags for everything that sets values, in the order in which helm lets them win: files, inline values, single
 * values (argo-cd 3.6 `util/helm/cmd.go` template). Inline values go to a file in the private folder.
 *
 * Throws UsageError for a file that is missing or may not be read.
 */
export async function valuesArguments(request: RenderRequest, privateFolder: string): Promise<string[]> {
  const { helm } = request;
  const args: string[] = [];
  for (const [name, value] of Object.entries(helm.set)) args.push("--set", `${name}=${escapeCommas(value)}`);
  for (const [name, value] of Object.entries(helm.setString)) {
    args.push("--set-string", `${name}=${escapeCommas(value)}`);
  }
  for (const [name, file] of Object.entries(helm.setFile)) {
    const path = await requiredFile(request, file, "file of set-file");
    args.push("--set-file", `${checkedName(name)}=${escapeSetFile(path)}`);
  }
  for (const file of helm.valuesFiles) {
    const found = await findConfined(request, file, "values file");
    if (found.kind === "missing" && helm.ignoreMissingValuesFiles) continue;
    if (found.kind === "missing") throw missingFile(request, file, "values file");
    args.push("--values", quoteForList(found.kind === "remote" ? found.url : found.path));
  }
  if (helm.values !== undefined && helm.values.trim() !== "") {
    await assertMapping(helm.values);
    const file = join(privateFolder, "values.yaml");
    await writeFile(file, helm.values, { mode: 0o600 });
    args.push("--values", quoteForList(file));
  }
  return args;
}

/** helm refuses anything else too, in words about Go. What YAML cannot read at all is left for helm to tell. */
async function assertMapping(values: string): Promise<void> {
  // Loaded where there are inline values: helm shall not wait for a YAML reader that it has no use for.
  const { readText } = await import("../manifest/read-text.ts");
  const reading = readText(values);
  if (isRefusal(reading) || reading.value === null || isObject(reading.value)) return;
  const isFile = /^[\w.@/+-]+\.(?:ya?ml|json)$/.test(values.trim());
  throw new UsageError(
    isFile
      ? `values is given the name of a file, ${values.trim()}, but takes the values themselves as YAML text`
      : "values is no YAML mapping",
    {
      hint: "name files of values, relative to the chart, with --values-files or the plugin parameter values-files",
    },
  );
}

async function requiredFile(request: RenderRequest, file: string, what: string): Promise<string> {
  const found = await findConfined(request, file, what);
  if (found.kind === "missing") throw missingFile(request, file, what);
  return found.kind === "remote" ? found.url : found.path;
}

/**
 * Commas of a value, which helm would take for the next assignment; a list in braces keeps its own
 * (argo-cd 3.6 `util/helm/cmd.go` cleanSetParameters).
 */
function escapeCommas(value: string): string {
  return value.startsWith("{") && value.endsWith("}") ? value : value.replaceAll(/(?<!\\),/g, "\\,");
}

/** A path is never a list, and a folder called `x\,key=/etc` must not become a second assignment. */
function escapeSetFile(path: string): string {
  return path.replaceAll(/[\\,]/g, "\\$&");
}

/** A name that holds an assignment of its own would let helm read a file that nobody checked. */
function checkedName(name: string): string {
  if (!/[=,\\\n]/.test(name)) return name;
  throw new UsageError(
    `set-file cannot set ${quote(/^[^=,\\\n]*/.exec(name)?.[0] ?? "")}…: its name holds = , or \\`,
    {
      hint: "set it from a values file",
    },
  );
}

/** helm reads `--values` as a line of CSV: a comma in a path would name a second file. */
function quoteForList(path: string): string {
  return /[",\n\r]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path;
}
