import { type JsonNode, JsonRefusal } from "./go-json.ts";

/**
 * Reads one value over what an earlier occurrence of the same field left (`prior`), as Go's `encoding/json` reads into
 * a variable (1.26, `decode.go`): null leaves texts, numbers and structs as they are and empties lists. `what` names
 * the value in the reason of a {@link JsonRefusal}, which is thrown for a value of another kind.
 */
export type Decoder<T> = (what: string, node: JsonNode, prior: T | undefined) => T;

/** A value and where it was stated. */
export interface Located<T> {
  readonly value: T;
  readonly offset: number;
}

/** A Go slice: `store` holds all that was ever read into it, of which the first `length` items count. */
export interface Slice<T> {
  readonly store: T[];
  readonly length: number;
}

export function text(what: string, node: JsonNode, prior: Located<string> | undefined): Located<string> {
  if (node.kind === "null") return prior ?? { value: "", offset: node.offset };
  if (node.kind !== "string") throw wrongKind(what, node, "a string");
  return node;
}

export function number(what: string, node: JsonNode, prior: Located<number> | undefined): Located<number> {
  if (node.kind === "null") return prior ?? { value: 0, offset: node.offset };
  if (node.kind !== "number") throw wrongKind(what, node, "a number");
  if (!Number.isFinite(node.value)) throw new JsonRefusal(node.offset, `${what} is too large a number`);
  return node;
}

/**
 * A list whose items are read over those of an earlier occurrence, item by item: a repeated list that is shorter, or
 * whose items state fewer fields, keeps the rest of what was there (golang/go#21092).
 */
export function listOf<T>(item: Decoder<T>): Decoder<Slice<T>> {
  return (what, node, prior) => {
    if (node.kind === "null") return { store: [], length: 0 };
    if (node.kind !== "array") throw wrongKind(what, node, "a list");
    if (node.items.length === 0) return { store: [], length: 0 };
    const store = prior?.store ?? [];
    for (const [index, one] of node.items.entries()) {
      store[index] = item(`${what}[${index}]`, one, store[index]);
    }
    return { store, length: node.items.length };
  };
}

/** The items of a list that count. */
export function itemsOf<T>(slice: Slice<T> | undefined): readonly T[] {
  return slice === undefined ? [] : slice.store.slice(0, slice.length);
}

/**
 * An object of which only the named fields are allowed (`DisallowUnknownFields`). Names match without regard to case;
 * fields that are not stated stay undefined.
 */
export function struct<D>(
  fields: {
    readonly [K in keyof D]: Decoder<D[K]>;
  },
): Decoder<Located<Partial<D>>> {
  const byName = new Map<string, keyof D & string>();
  for (const name of Object.keys(fields) as (keyof D & string)[]) byName.set(foldName(name), name);
  return (what, node, prior) => {
    const value: Partial<D> = { ...prior?.value };
    if (node.kind === "null") return { value, offset: prior?.offset ?? node.offset };
    if (node.kind !== "object") throw wrongKind(what, node, "an object");
    for (const member of node.members) {
      const name = byName.get(foldName(member.name));
      if (name === undefined) {
        throw new JsonRefusal(member.offset, `unknown field ${JSON.stringify(member.name)} in ${what}`);
      }
      value[name] = fields[name](name, member.value, value[name]);
    }
    return { value, offset: node.offset };
  };
}

/** Go folds the two letters beyond ASCII that have an ASCII letter for a sibling: long s and the Kelvin sign. */
export function foldName(name: string): string {
  return name.replace(/[A-Z\u017f\u212a]/g, (letter) =>
    letter === "\u017f" ? "s" : letter === "\u212a" ? "k" : letter.toLowerCase(),
  );
}

export function wrongKind(what: string, node: JsonNode, wanted: string): JsonRefusal {
  const article = /^[aeiou]/.test(node.kind) ? "an" : "a";
  const found = node.kind === "null" ? "null" : `${article} ${node.kind}`;
  return new JsonRefusal(node.offset, `${what} must be ${wanted}, not ${found}`);
}
