import { decodeBase64 } from "./base64.ts";
import { type GoScalar, isSurelyString, keyText, resolvePlain } from "./go-scalar.ts";
import { resolveTagged } from "./go-tag.ts";
import { jsonNumber } from "./json-number.ts";
import { AliasBudget, aliasLimit, maxNesting } from "./limits.ts";
import type { JsonObject, JsonValue } from "./manifest.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { isKeyTooLong, mayChangeInJson, readAgain, whyLostInJson } from "./second-reading.ts";
import type { AliasNode, MappingNode, ScalarNode, YamlNode } from "./yaml/node.ts";
import { parseTree } from "./yaml-tree.ts";

/** A key that stands twice in one mapping; the offset is that of the later one, which counts. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
}

export interface Reading {
  readonly value: JsonValue;
  readonly duplicates: readonly DuplicateKey[];
}

/**
 * Reads one document exactly as go.yaml.in/yaml/v2 v2.4.3 does (`decode.go`), from the syntax tree. Aliases are read again at each use, as Go does, so that nothing in the value is shared.
 */
export function decodeYaml(text: string, budget: AliasBudget, isJson = false): Reading | Refusal {
  const tree = parseTree(text);
  return isRefusal(tree) ? tree : decode(tree.root, budget, isJson);
}

/** Go finds out when it turns the value into JSON; what was written over does not count. */
function isInfinite(value: JsonValue | undefined): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInfinite);
}

/** Reads one node of a tree, for whoever edits it. */
export function decodeNode(node: YamlNode): Reading | Refusal {
  return decode(node, new AliasBudget(), false);
}

function decode(root: YamlNode | null, budget: AliasBudget, isJson: boolean): Reading | Refusal {
  const decoder = new Decoder(budget, isJson);
  try {
    const value = root === null ? null : decoder.decode(root);
    if (decoder.hasInfinite && isInfinite(value)) {
      return refuse("a value is infinite or not a number, for which JSON has no place", root?.start ?? 0);
    }
    return { value, duplicates: decoder.duplicates };
  } catch (stop) {
    if (stop instanceof Stop) return stop.refusal;
    throw stop;
  }
}

/** Whether Go looks at what a scalar looks like: not where it stands in quotes, unless behind a lone `!`. */
function isImplicit({ tag, style }: ScalarNode): boolean {
  return tag === "!" || (tag === undefined && style === "plain");
}

/** Told without more ado for nearly all scalars: those that are text as it stands there. */
function isText({ tag, style, text }: ScalarNode): boolean {
  if (tag !== undefined) return false;
  if (style === "double-quoted") return !mayChangeInJson(text);
  return style !== "plain" || isSurelyString(text);
}

export function isMergeKey(key: YamlNode): boolean {
  return (
    key.kind === "scalar" && key.text === "<<" && (isImplicit(key) || key.tag === "tag:yaml.org,2002:merge")
  );
}

/** What Go makes of a key, or undefined where it is no scalar or one that Go refuses as a key. */
export function readKey(node: YamlNode): string | undefined {
  if (node.kind !== "scalar") return undefined;
  const scalar = readScalar(node);
  return isRefusal(scalar) ? undefined : keyText(scalar);
}

function readScalar(node: ScalarNode): GoScalar | Refusal {
  const { tag, text } = node;
  if (tag === undefined) return isImplicit(node) ? resolvePlain(text) : { type: "string", value: text };
  if (tag === "tag:yaml.org,2002:binary") {
    const value = decodeBase64(text);
    return value === undefined
      ? refuse("a !!binary value is not base64", node.start)
      : { type: "string", value };
  }
  return resolveTagged(tag, text) ?? refuse("a value does not fit its tag", node.start);
}

function tooFar(refused: Refusal["refused"], node: YamlNode): Refusal {
  return { refused, detail: "its aliases expand too far", offset: node.start };
}

class Stop extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Keys of less are never too long, whatever JSON makes of them. */
const shortKey = 100;

/** A mapping while it is read. */
interface Growing {
  readonly value: Record<string, JsonValue>;
  /** What type keys had before they became text, for those that were no text. */
  types: Map<string, string> | undefined;
}

/** Without a prototype, as `Object.create(null)`, which V8 however takes for a dictionary: larger, and slower to read. */
function newMapping(): Record<string, JsonValue> {
  return Object.setPrototypeOf({}, null);
}

class Decoder {
  readonly duplicates: DuplicateKey[] = [];
  /** Whether a number was read that JSON has no place for. */
  hasInfinite = false;
  readonly #budget: AliasBudget;
  /** Then what it holds is read only once. */
  readonly #isJson: boolean;
  readonly #expanding = new Set<AliasNode>();
  /** Go counts the document too. */
  #nodes = 1;
  #aliased = 0;
  #depth = 0;
  /** How many aliases lead to where the decoder is: what it counts there comes out of an alias. */
  #expanded = 0;

  constructor(budget: AliasBudget, isJson: boolean) {
    this.#budget = budget;
    this.#isJson = isJson;
  }

  decode(node: YamlNode): JsonValue {
    this.#count(node);
    switch (node.kind) {
      case "alias":
        return this.#expand(node, (target) => this.decode(target));
      case "mapping": {
        this.#enter(node);
        const value = this.#map(node, { value: newMapping(), types: undefined });
        this.#depth--;
        return value;
      }
      case "sequence": {
        this.#enter(node);
        const list: JsonValue[] = [];
        for (const item of node.items) list.push(this.decode(item));
        this.#depth--;
        return list;
      }
      case "scalar":
        return isText(node) ? node.text : this.#value(node);
    }
  }

  #value(node: ScalarNode): JsonValue {
    const scalar = this.#scalar(node);
    switch (scalar.type) {
      case "null":
        return null;
      case "int":
      case "float":
        this.hasInfinite ||= scalar.type === "float" && !Number.isFinite(scalar.value);
        return jsonNumber(scalar.value);
      default:
        return scalar.value;
    }
  }

  /**
   * Entries in order; a merge writes over what stands before it and is written over by what follows.
   *
   * @param before what is there of other mappings: it does not stand twice when it is written over.
   */
  #map(node: MappingNode, into: Growing, before?: Set<string>): JsonObject {
    const { value: object } = into;
    let foreign = before;
    for (const { key, value } of node.pairs) {
      if (isMergeKey(key)) {
        const own = new Set(Object.keys(object));
        this.#merge(value, key, into);
        foreign ??= new Set();
        for (const name in object) if (!own.has(name)) foreign.add(name);
        continue;
      }
      const name = this.#key(key, into);
      const isAgain = name in object && foreign?.delete(name) !== true;
      object[name] = this.decode(value);
      if (isAgain && this.#expanded === 0) this.duplicates.push({ key: name, offset: key.start });
    }
    return object;
  }

  #key(node: YamlNode, into: Growing): string {
    this.#count(node);
    if (node.kind === "alias") return this.#expand(node, (target) => this.#key(target, into));
    if (node.kind !== "scalar") throw new Stop(refuse("a key is a mapping or a list", node.start));
    if (!this.#isJson && node.text.includes("\u0085")) {
      throw new Stop(
        refuse(
          "a key holds a next line (U+0085), which Argo CD does not read back from its own JSON",
          node.start,
        ),
      );
    }
    if (node.text.length < shortKey && isText(node) && !(node.text in into.value)) return node.text;
    const scalar = this.#scalar(node);
    const name = keyText(scalar);
    if (name === undefined) throw new Stop(refuse("a key is null or a number beyond 64 bits", node.start));
    if (!this.#isJson && isKeyTooLong(name)) {
      throw new Stop(refuse("a key is longer in JSON than the 1,024 characters that Go reads", node.start));
    }
    this.#checkType(name, scalar, node, into);
    return name;
  }

  /** For Go `1` and `"1"` are two keys, until it writes both as one text: which value counts is then left to chance. */
  #checkType(name: string, scalar: GoScalar, node: ScalarNode, into: Growing): void {
    if (scalar.type === "string" && !(name in into.value)) return;
    const { value } = into;
    into.types ??= new Map();
    const { types } = into;
    const type = scalar.type === "float" ? `float ${scalar.value}` : scalar.type;
    const before = name in value ? (types.get(name) ?? "string") : type;
    if (type !== "string") types.set(name, type);
    const isSame = before === type && !(name === ".nan" && name in value && type !== "string");
    // Both zeros are one key, whose text is that of the last.
    const hasOtherZero = type === "float 0" && types.has(name === "0" ? "-0" : "0");
    if (isSame && !hasOtherZero) return;
    throw new Stop(
      refuse(
        "two keys of different types become one text, and Go reads either value: put both keys in quotes",
        node.start,
      ),
    );
  }

  #merge(value: YamlNode, key: YamlNode, into: Growing): void {
    const sources = value.kind === "sequence" ? value.items.toReversed() : [value];
    for (const source of sources) {
      const target = source.kind === "alias" ? source.target : source;
      if (target.kind !== "mapping") throw new Stop(refuse("a merge key << needs a mapping", key.start));
      this.#mergeOne(source, into);
    }
  }

  #mergeOne(source: YamlNode, into: Growing): void {
    this.#count(source);
    if (source.kind === "alias") this.#expand(source, (target) => this.#mergeOne(target, into));
    if (source.kind !== "mapping") return;
    this.#enter(source);
    this.#map(source, into, new Set(Object.keys(into.value)));
    this.#depth--;
  }

  #enter(node: YamlNode): void {
    if (++this.#depth > maxNesting) throw new Stop(refuse("the nesting is too deep", node.start, true));
  }

  #expand<T>(alias: AliasNode, read: (target: YamlNode) => T): T {
    if (this.#expanding.has(alias)) {
      throw new Stop(refuse("an anchor's value contains itself", alias.start));
    }
    this.#expanding.add(alias);
    this.#expanded++;
    const result = read(alias.target);
    this.#expanded--;
    this.#expanding.delete(alias);
    return result;
  }

  #scalar(node: ScalarNode): GoScalar {
    const scalar = readScalar(node);
    if (isRefusal(scalar)) throw new Stop(scalar);
    if (this.#isJson || scalar.type !== "string" || !mayChangeInJson(scalar.value)) return scalar;
    const lost = whyLostInJson(scalar.value);
    if (lost !== undefined) throw new Stop(refuse(lost, node.start));
    return { type: "string", value: readAgain(scalar.value) };
  }

  /** Go's own bound: aliases may make up most of a small document, but little of a large one (`allowedAliasRatio`). */
  #count(node: YamlNode): void {
    this.#nodes++;
    if (this.#expanded > 0) {
      this.#aliased++;
      if (!this.#budget.take()) throw new Stop(tooFar("alias-budget", node));
    }
    if (this.#aliased <= 100 || this.#nodes <= 1000) return;
    if (this.#aliased / this.#nodes <= aliasLimit.ratio(this.#nodes)) return;
    throw new Stop(tooFar("alias-bomb", node));
  }
}
