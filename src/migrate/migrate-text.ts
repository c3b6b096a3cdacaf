import { isDeepStrictEqual } from "node:util";
import { appendAll } from "../append-all.ts";
import { locateSource } from "../argo/application-source.ts";
import { UsageError } from "../errors.ts";
import { formatLocation, formatPlace } from "../findings/location.ts";
import { messageOf } from "../findings/message.ts";
import { isUnreadable } from "../findings/severity.ts";
import { applyEdits } from "../manifest/apply-edits.ts";
import type { BlockItem } from "../manifest/block/block.ts";
import { replaceBlock } from "../manifest/block/replace-block.ts";
import type { TextEdit } from "../manifest/edit.ts";
import { type Path, showPath } from "../manifest/format-path.ts";
import { jsonText } from "../manifest/json-text.ts";
import { locatePath } from "../manifest/locate-path.ts";
import { isObject, type JsonValue, type Manifest, valueAt } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/read.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";
import { splitDocuments } from "../manifest/split.ts";
import {
  type BlockParameters,
  blockParameters,
  type CarriedParameter,
} from "../parameters/source-block/block-parameters.ts";
import type { FieldForm } from "../parameters/source-block/source-field.ts";
import { quote } from "../quote.ts";
import type { Rendered } from "../render/rendered.ts";
import { findObstacles, patchesBlocks } from "./find-obstacles.ts";
import { type FoundSource, findSources, isApplication, isApplicationSet } from "./find-sources.ts";

/** What became of one source of a file. */
export interface MigratedSource {
  readonly source: FoundSource;
  readonly outcome:
    | { readonly kind: "rewritten"; readonly block: BlockParameters | undefined }
    /** The plugin's already, or none that renders anything. */
    | { readonly kind: "untouched" }
    | { readonly kind: "left"; readonly why: string };
}

export interface Migration {
  /** The file anew; the same text where nothing was rewritten. */
  readonly text: string;
  readonly sources: readonly MigratedSource[];
}

/**
 * Rewrites the blocks for helm, kustomize and directories of all Applications and ApplicationSets of a file into a block
 * of the plugin; a source without any block gets one. Everything else stays byte for byte.
 *
 * @param file its name, for messages.
 * @param plugin the plugin's name.
 * @throws UsageError with everything that cannot be carried over, each with file, line, path and what to do.
 */
export function migrateText(text: string, file: string, plugin: string): Migration {
  const manifests = readFile(text, file);
  const found = findSources(manifests, text);
  if (found.length === 0) throw nothingToMigrate(manifests, file);
  const problems: Problem[] = [];
  const edits: TextEdit[] = [];
  const sources = found.map((source): MigratedSource => {
    const left = whyLeft(source, plugin);
    if (left !== undefined) return { source, outcome: left };
    const block = blockParameters(source.spec, writtenFields(source));
    appendAll(problems, obstaclesOf(source, block, text));
    if (problems.length > 0) return { source, outcome: { kind: "untouched" } };
    const edit = rewrite(source, block, plugin, text);
    if ("problem" in edit) problems.push({ ...edit, where: `${place(source, [], text)} ${edit.problem}` });
    else edits.push(edit);
    return { source, outcome: { kind: "rewritten", block } };
  });
  refuse(problems);
  const migrated = applyEdits(
    text,
    edits.toSorted((a, b) => a.start - b.start),
  );
  const after = readFile(migrated, file);
  for (const { source, outcome } of sources) {
    if (outcome.kind === "rewritten") verify(source, outcome.block, plugin, after);
  }
  return { text: migrated, sources };
}

function nothingToMigrate(manifests: readonly Manifest[], file: string): UsageError {
  const [bare] = manifests.filter((manifest) => isApplication(manifest) || isApplicationSet(manifest));
  if (bare === undefined) {
    return new UsageError(`${file} holds no Argo CD Application or ApplicationSet`, {
      hint: "name the file with the Application that is to use the plugin",
    });
  }
  const { ref, source } = bare;
  return new UsageError(`${formatPlace(source)}: ${ref.kind} ${ref.name} has no source`, {
    hint: "name the file that says where its files are, in spec.source or spec.sources",
  });
}

interface Problem {
  /** A whole sentence. */
  readonly where: string;
  readonly hint: string;
}

/** All objects of the file, those that are none of Argo CD's included. */
function readFile(text: string, file: string): readonly Manifest[] {
  const rendered: Rendered = {
    text,
    renderer: { tool: "stdin", version: "", command: file },
    origins: [{ start: 0, file, sourceComments: false }],
  };
  const documents = splitDocuments(rendered);
  const manifests = readManifests(rendered, documents.value, { destinationNamespace: "" });
  const unreadable = [...documents.findings, ...manifests.findings].find(({ code }) => isUnreadable(code));
  if (unreadable === undefined) return manifests.value;
  const { message } = messageOf(unreadable);
  throw new UsageError(`${formatLocation(unreadable.source, undefined)}: ${message}`, {
    hint: "mend the file; a template has to be rendered first",
  });
}

const blockTypes = ["helm", "kustomize", "directory"] as const;

function whyLeft(source: FoundSource, plugin: string): MigratedSource["outcome"] | undefined {
  const { spec, isOneOfSeveral } = source;
  if (locateSource(spec, isOneOfSeveral).kind === "reference") return { kind: "untouched" };
  // Argo CD refuses a block beside a plugin, whichever it is.
  if (blockTypes.some((type) => spec[type] !== undefined)) return undefined;
  if (spec.plugin?.name === plugin) return { kind: "untouched" };
  if (spec.plugin === undefined) return undefined;
  const why =
    spec.plugin.name === ""
      ? "it is rendered by whichever plugin discovers it"
      : `it uses the plugin ${quote(spec.plugin.name)}`;
  return { kind: "left", why };
}

function writtenFields({ spec, value }: FoundSource): ReadonlySet<string> {
  const type = blockTypes.find((name) => spec[name] !== undefined);
  const block = type === undefined ? undefined : value[type];
  return new Set(isObject(block) ? Object.keys(block) : []);
}

function obstaclesOf(
  source: FoundSource,
  block: BlockParameters | undefined,
  text: string,
): readonly Problem[] {
  const obstacles = findObstacles(source, block).map(({ path, problem, hint }) => ({
    where: `${place(source, path, text)} ${problem}`,
    hint,
  }));
  if (block === undefined || !patchesBlocks(source)) return obstacles;
  const patch = { ...source, path: ["spec", "templatePatch"] };
  return [
    ...obstacles,
    {
      where: `${place(patch, [], text)} changes a block for helm, kustomize or directories, which would stand beside the plugin's`,
      hint: "write into the patch what changes as parameters of the plugin, by hand",
    },
  ];
}

/** `app.yaml:12: spec.source.helm.version`. */
function place(
  { manifest, path }: Pick<FoundSource, "manifest" | "path">,
  field: Path,
  text: string,
): string {
  const whole = [...path, ...field];
  const { file, line } = locatePath(text, manifest, whole);
  return `${file}:${line}: ${showPath(whole)}`;
}

/** Each with its own way out: the error's hint is printed behind the last of them. */
function refuse(problems: readonly Problem[]): void {
  const last = problems.at(-1);
  if (last === undefined) return;
  const before = problems.slice(0, -1).map(({ where, hint }) => `${where} (${hint})`);
  const [first, ...others] = [...before, last.where];
  throw new UsageError(first ?? last.where, { hint: last.hint, others });
}

function rewrite(source: FoundSource, block: BlockParameters | undefined, plugin: string, text: string) {
  const { document, path } = source.manifest;
  const edit = replaceBlock(text.slice(document.start, document.end), {
    path: [...path, ...source.path],
    old: block?.type,
    behind: ["path", "chart"],
    key: "plugin",
    name: plugin,
    items: (block?.carried ?? []).map(toItem),
  });
  return "problem" in edit ? edit : { ...edit, start: edit.start + document.start };
}

const textOf: Readonly<Record<FieldForm, "same" | "made" | "yaml" | "pairs">> = {
  text: "same",
  flag: "made",
  list: "same",
  map: "same",
  pairs: "pairs",
  yaml: "yaml",
};

function toItem({ parameter: { name, string, array, map }, from }: CarriedParameter): BlockItem {
  const value = array !== undefined ? { array } : map !== undefined ? { map } : { string: string ?? "" };
  if (from === undefined) return { name, value };
  const { field, form, pair } = from;
  return { name, value, from: { field, as: textOf[form], ...(pair === undefined ? {} : { pair }) } };
}

/** Every splice is read back and compared before it counts. */
function verify(
  source: FoundSource,
  block: BlockParameters | undefined,
  plugin: string,
  after: readonly Manifest[],
): void {
  const now = valueAt(after[source.manifest.index]?.value, ...source.path);
  const { [block?.type ?? ""]: _, ...kept } = source.value;
  const isSame =
    isObject(now) &&
    isDeepStrictEqual({ ...now, plugin: undefined }, { ...kept, plugin: undefined }) &&
    isPlugin(now["plugin"], block, plugin, source);
  if (isSame) return;
  throw new Error(`the block of ${source.manifest.ref.name} was not rewritten to what it says`);
}

function isPlugin(
  value: JsonValue | undefined,
  block: BlockParameters | undefined,
  plugin: string,
  source: FoundSource,
): boolean {
  const carried = block?.carried ?? [];
  const parameters = valueAt(value, "parameters") ?? [];
  if (valueAt(value, "name") !== plugin || !Array.isArray(parameters)) return false;
  if (parameters.length !== carried.length) return false;
  const byName = new Map(parameters.map((parameter: JsonValue) => [valueAt(parameter, "name"), parameter]));
  return carried.every(({ parameter, from }) => {
    const now = byName.get(parameter.name);
    if (from?.form !== "yaml")
      return isDeepStrictEqual(JSON.parse(jsonText(now ?? null)), JSON.parse(JSON.stringify(parameter)));
    const text = valueAt(now, "string");
    const reading = typeof text === "string" ? readText(text) : undefined;
    const written = valueAt(source.value, block?.type ?? "", from.field);
    return reading !== undefined && !isRefusal(reading) && isDeepStrictEqual(reading.value, written);
  });
}
