import * as z from "zod";
import type { JsonValue } from "../manifest/manifest.ts";
import { valueAt } from "../manifest/manifest.ts";
import { Config } from "./config.ts";

type Step = string | number;

/**
 * The keys that the configuration knows at a path; none where it leads to no map. Where the shape of a map depends on
 * what it says (a preset, a method), `root`, the configuration as it was read, tells which one is meant.
 */
export function knownKeys(path: readonly Step[], root: JsonValue = null): readonly string[] {
  let schemas = shapesOf(z.toJSONSchema(Config, { io: "input" }), root);
  for (const [depth, step] of path.entries()) {
    const value = valueAt(root, ...path.slice(0, depth + 1));
    schemas = schemas.flatMap((schema) => shapesOf(childOf(schema, step), value));
  }
  return [...new Set(schemas.flatMap(keysOf))];
}

function childOf(schema: unknown, step: Step): unknown {
  if (typeof step === "number") return field(schema, "items");
  return field(field(schema, "properties"), step) ?? field(schema, "additionalProperties");
}

function keysOf(schema: unknown): readonly string[] {
  const names = field(field(schema, "propertyNames"), "enum");
  return Array.isArray(names) ? names : Object.keys(field(schema, "properties") ?? {});
}

/** The shapes that a value may have; of several, those whose constants the value does not contradict. */
function shapesOf(schema: unknown, value: JsonValue | undefined): readonly unknown[] {
  const options = field(schema, "oneOf") ?? field(schema, "anyOf");
  if (!Array.isArray(options)) return [schema];
  const fitting = options.filter((option) => !contradicts(option, value));
  return (fitting.length > 0 ? fitting : options).flatMap((option) => shapesOf(option, value));
}

/** A value that leaves a constant out has the default of the first shape that allows it. */
function contradicts(schema: unknown, value: JsonValue | undefined): boolean {
  const properties = field(schema, "properties") ?? {};
  const required = field(schema, "required");
  return Object.entries(properties).some(([name, property]) => {
    const wanted = field(property, "const");
    if (wanted === undefined) return false;
    const given = valueAt(value, name);
    return given === undefined
      ? value !== undefined && value !== null && Array.isArray(required) && required.includes(name)
      : given !== wanted;
  });
}

function field(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}
