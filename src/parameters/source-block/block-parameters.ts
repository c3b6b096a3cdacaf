import type { ApplicationSource } from "../../argo/application-source.ts";
import { jsonText } from "../../manifest/json-text.ts";
import type { JsonValue } from "../../manifest/manifest.ts";
import type { ParameterName } from "../../parameters.ts";
import { expandedParameters } from "../expand-parameters.ts";
import { namesVariables } from "../expand-variables.ts";
import { type CarriedField, isCarried, type RefusedField } from "./source-field.ts";
import { type BlockType, blockTypes, sourceFields } from "./source-fields.ts";

/** As it stands in `spec.source.plugin.parameters`. */
export interface PluginParameter {
  readonly name: string;
  readonly string?: string | undefined;
  readonly array?: readonly string[] | undefined;
  readonly map?: Readonly<Record<string, string>> | undefined;
}

/** A plugin parameter and the field that it comes from; none for what the block says by being there. */
export interface CarriedParameter {
  readonly parameter: PluginParameter;
  readonly from: CarriedField | undefined;
}

export interface BlockParameters {
  readonly type: BlockType;
  readonly carried: readonly CarriedParameter[];
  /** Fields that cannot be carried over. */
  readonly refused: readonly RefusedField[];
  /** Fields that are left out, since they change nothing. */
  readonly dropped: readonly RefusedField[];
}

/** A field's value with what Go has where nothing is written. */
type Block = Readonly<Record<string, unknown>>;

/**
 * The plugin parameters that do the same as a source's block for helm, kustomize or directories; undefined where it has
 * none. Fields that hold nothing have none, since an empty parameter is not always as good as none.
 *
 * @param written the fields that stand in the block, where that is known: flags are carried over only then.
 */
export function blockParameters(
  source: ApplicationSource,
  written: ReadonlySet<string> = new Set(),
): BlockParameters | undefined {
  const type = blockTypes.find((candidate) => source[candidate] !== undefined);
  if (type === undefined) return undefined;
  const block: Block = source[type] ?? {};
  const fields = sourceFields[type].filter(({ field }) => block[field] !== undefined);
  const carried = fields
    .filter(isCarried)
    .flatMap((field) => parametersOf(field, block))
    .filter(({ parameter, from }) => saysSomething(parameter) || isWrittenFlag(from, written));
  const others = fields.filter((field): field is RefusedField => !isCarried(field));
  const isHarmless = ({ field, harmless }: RefusedField): boolean => harmless.includes(asText(block[field]));
  const expands = carried.some(({ parameter }) => mayNameVariables(parameter));
  return {
    type,
    carried: [
      { parameter: { name: "renderer", string: type }, from: undefined },
      ...carried,
      ...(expands ? [{ parameter: { name: "expand-variables", string: "true" }, from: undefined }] : []),
    ],
    refused: others.filter((field) => !isHarmless(field)),
    dropped: others.filter((field) => isHarmless(field) && written.has(field.field)),
  };
}

function isWrittenFlag(from: CarriedField | undefined, written: ReadonlySet<string>): boolean {
  return from?.form === "flag" && written.has(from.field);
}

/** An empty list of API versions would take the place of those of the cluster, for one. */
function saysSomething({ string, array, map }: PluginParameter): boolean {
  if (string !== undefined) return !["", "false", "[]"].includes(string);
  return (array ?? Object.keys(map ?? {})).length > 0;
}

function parametersOf(field: CarriedField, block: Block): readonly CarriedParameter[] {
  if (field.yieldsTo !== undefined && block[field.yieldsTo] !== undefined) return [];
  const value = block[field.field];
  if (field.flagged === undefined) return [carry(field, field.parameter, value)];
  const { flag, parameter } = field.flagged;
  const isFlagged = (pair: Block): boolean => pair[flag] === true;
  const pairs = value as readonly Block[];
  return [
    carry(
      field,
      field.parameter,
      pairs.filter((pair) => !isFlagged(pair)),
    ),
    carry(field, parameter, pairs.filter(isFlagged)),
  ];
}

function carry(from: CarriedField, name: ParameterName, value: unknown): CarriedParameter {
  return { parameter: { name, ...readers[from.form](value, from) }, from };
}

/** The values are what the schema of a source lets through: each form is that of its field there. */
const readers: Readonly<
  Record<CarriedField["form"], (value: unknown, field: CarriedField) => Omit<PluginParameter, "name">>
> = {
  text: (value) => ({ string: String(value) }),
  flag: (value) => ({ string: String(value) }),
  list: (value) => ({ array: value as readonly string[] }),
  map: (value) => ({ map: value as Readonly<Record<string, string>> }),
  pairs: (value, { pair }) => ({ map: mapOf(value as readonly Block[], pair ?? { name: "", value: "" }) }),
  yaml: (value) => ({ string: jsonText(value as JsonValue) }),
};

/** Of two pairs with one name the last counts, as in Go's map. */
function mapOf(
  pairs: readonly Block[],
  { name, value }: { readonly name: string; readonly value: string },
): Readonly<Record<string, string>> {
  const entries = pairs.map((pair) => [String(pair[name]), String(pair[value])] as const);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

function asText(value: unknown): string {
  return typeof value === "object" ? jsonText(withoutEmpty(value as JsonValue)) : String(value);
}

/** A block without the lists that nothing stands in. */
function withoutEmpty(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, item]) => !Array.isArray(item) || item.length > 0),
  ) as JsonValue;
}

function mayNameVariables({ name, array, map }: PluginParameter): boolean {
  const isExpanded = (expandedParameters as readonly string[]).includes(name);
  return isExpanded && [...(array ?? []), ...Object.values(map ?? {})].some(namesVariables);
}
