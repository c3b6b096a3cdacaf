import type { ParameterName } from "../../parameters.ts";

/**
 * How a field of a source block becomes plugin parameters:
 *
 * - `text`, `flag`, `list`, `map`: one parameter that holds the same;
 * - `pairs`: a list of a name and a value each, a parameter that holds a map;
 * - `yaml`: anything, a parameter that holds it as YAML text.
 */
export type FieldForm = "text" | "flag" | "list" | "map" | "pairs" | "yaml";

/** A field that a parameter carries. */
export interface CarriedField {
  readonly field: string;
  readonly form: FieldForm;
  readonly parameter: ParameterName;
  /** Of `pairs`: the fields of one pair. */
  readonly pair?: { readonly name: string; readonly value: string };
  /** Of `pairs`: those with this flag go to a parameter of their own. */
  readonly flagged?: { readonly flag: string; readonly parameter: ParameterName };
  /** What takes its place where both are given. */
  readonly yieldsTo?: string;
  readonly note?: string;
}

/** A field that no parameter carries: values that change nothing are left out, all others are refused. */
export interface RefusedField {
  readonly field: string;
  /** Values, as text, that a source may have all the same. */
  readonly harmless: readonly string[];
  readonly why: string;
  /** What to do instead. */
  readonly hint: string;
}

export type SourceField = CarriedField | RefusedField;

export function isCarried(field: SourceField): field is CarriedField {
  return "parameter" in field;
}
