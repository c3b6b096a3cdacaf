import type { JsonObject, JsonValue } from "../../manifest/manifest.ts";

/**
 * The key under which a map of a kustomization holds a field: Go's JSON reader takes keys in any case (encoding/json
 * `foldName`, two letters beyond ASCII included), the exact one first.
 */
function keyOf(map: JsonObject, name: string): string {
  if (Object.hasOwn(map, name)) return name;
  const folded = foldKey(name);
  return Object.keys(map).find((key) => foldKey(key) === folded) ?? name;
}

export function foldKey(key: string): string {
  return key.toUpperCase().toLowerCase();
}

export function fieldOf(map: JsonObject, name: string): JsonValue | undefined {
  return map[keyOf(map, name)];
}

/** A field that holds a list; an empty one where it holds nothing or something that kustomize refuses itself. */
export function listOf(map: JsonObject, name: string): readonly JsonValue[] {
  const value = fieldOf(map, name);
  return Array.isArray(value) ? value : [];
}

/** The same map with one field set, which keeps its place where it had one. */
export function withField(map: JsonObject, name: string, value: JsonValue): JsonObject {
  const changed: Record<string, JsonValue | undefined> = Object.assign(Object.create(null), map);
  changed[keyOf(map, name)] = value;
  return changed;
}

export function withoutField(map: JsonObject, name: string): JsonObject {
  const rest: Record<string, JsonValue | undefined> = Object.assign(Object.create(null), map);
  delete rest[keyOf(map, name)];
  return rest;
}

/** Entries with a name, by that name; of several with one name the first counts, as for `kustomize edit set`. */
export function byName(entries: readonly JsonValue[]): ReadonlyMap<string, JsonObject> {
  const named = new Map<string, JsonObject>();
  for (const entry of entries) {
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) continue;
    const map = entry as JsonObject;
    const name = fieldOf(map, "name");
    if (typeof name === "string" && !named.has(name)) named.set(name, map);
  }
  return named;
}

/** The values of a map by its keys in Go's order of strings, that of their bytes. */
export function sortedByName(named: ReadonlyMap<string, JsonObject>): readonly JsonObject[] {
  const byBytes = ([a]: readonly [string, JsonObject], [b]: readonly [string, JsonObject]): number =>
    Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...named].sort(byBytes).map(([, entry]) => entry);
}
