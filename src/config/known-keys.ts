import * as z from "zod";
import { Config } from "./config.ts";

/** The keys that the configuration knows at a path; none where it leads to no map. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = z.toJSONSchema(Config, { io: "input" });
  for (const step of path) {
    schema = typeof step === "number" ? field(schema, "items") : field(field(schema, "properties"), step);
  }
  const names = field(field(schema, "propertyNames"), "enum");
  return Array.isArray(names) ? names : Object.keys(field(schema, "properties") ?? {});
}

function field(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}
