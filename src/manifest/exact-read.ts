import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { decodeBase64 } from "./base64.ts";
import { type GoScalar, keyText, resolvePlain } from "./go-scalar.ts";
import { resolveTagged } from "./go-tag.ts";
import { AliasBudget, aliasLimit, maxNesting } from "./limits.ts";
import type { JsonObject, JsonValue } from "./manifest.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { parseTree, type YamlTree } from "./yaml-tree.ts";

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
 * Reads one document exactly as go.yaml.in/yaml/v2 v2.4.3 does (`decode.go`), from the syntax tree: the slow reader, for
 * what the fast one cannot tell. Aliases are read again at each use, as Go does, so that nothing in the value is shared.
 */
export function readExactly(text: string, budget: AliasBudget): Reading | Refusal {
  const tree = parseTree(text);
  return isRefusal(tree) ? tree : decodeTree(tree, budget);
}

function decodeTree(tree: YamlTree, budget: AliasBudget): Reading | Refusal {
  const decoder = new Decoder(tree, budget);
  try {
    const value = tree.root === null ? null : decoder.decode(tree.root);
    return { value, duplicates: decoder.duplicates };
  } catch (stop) {
    if (stop instanceof Stop) return stop.refusal;
    throw stop;
  }
}

/** Reads one node of a tree, for whoever edits it. */
export function decodeNode(tree: YamlTree, node: ParsedNode): Reading | Refusal {
  return decodeTree({ root: node, targets: tree.targets }, new AliasBudget());
}

export function isMergeKey(key: ParsedNode): boolean {
  if (!isScalar(key) || key.value !== "<<") return false;
  if (key.tag === undefined) return key.type === "PLAIN";
  return key.tag === "tag:yaml.org,2002:merge" || (key.tag === "!" && key.type === "PLAIN");
}

/** What Go makes of a key, or undefined where it is no scalar or one that Go refuses as a key. */
export function readKey(node: ParsedNode): string | undefined {
  if (!isScalar(node)) return undefined;
  const scalar = readScalar(node);
  return isRefusal(scalar) ? undefined : keyText(scalar);
}

function readScalar(node: ParsedNode & { value: unknown }): GoScalar | Refusal {
  const text = typeof node.value === "string" ? node.value : "";
  const { tag, type } = node as { tag?: string; type?: string };
  if (type === "QUOTE_DOUBLE" && hasForeignEscape(node)) {
    return refuse(
      "a double-quoted string has an escape that Go does not know: \\/ or half a surrogate pair",
      node.range[0],
    );
  }
  const plain = type === "PLAIN" || type === undefined;
  if (tag === undefined) return plain ? resolvePlain(text) : { type: "string", value: text };
  if (tag === "!") return { type: "string", value: text };
  if (tag === "tag:yaml.org,2002:binary") {
    const value = decodeBase64(text);
    return value === undefined
      ? refuse("a !!binary value is not base64", node.range[0])
      : { type: "string", value };
  }
  return resolveTagged(tag, text) ?? refuse(`a value does not fit its tag ${tag}`, node.range[0]);
}

/** JSON's `\/` and escaped surrogates are errors to go.yaml.in/yaml/v2 (`scannerc.go`), through which JSON passes too. */
function hasForeignEscape(node: ParsedNode): boolean {
  const source = (node.srcToken as { source?: string } | undefined)?.source ?? "";
  for (const [, escaped = ""] of source.matchAll(/\\(u[dD][89a-fA-F]|.)/gs)) {
    if (escaped === "/" || escaped.length > 1) return true;
  }
  return false;
}

function tooFar(refused: Refusal["refused"], node: ParsedNode): Refusal {
  return { refused, detail: "its aliases expand too far", offset: node.range[0] };
}

class Stop extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

type Mutable = Record<string, JsonValue>;

class Decoder {
  readonly duplicates: DuplicateKey[] = [];
  readonly #tree: YamlTree;
  readonly #budget: AliasBudget;
  readonly #expanding = new Set<Alias>();
  #nodes = 0;
  #aliased = 0;
  #depth = 0;
  /** How many aliases lead to where the decoder is: what it counts there comes out of an alias. */
  #expanded = 0;

  constructor(tree: YamlTree, budget: AliasBudget) {
    this.#tree = tree;
    this.#budget = budget;
  }

  decode(node: ParsedNode): JsonValue {
    this.#count(node);
    if (isAlias(node)) return this.#expand(node, (target) => this.decode(target));
    if (isMap(node)) return this.#nested(node, () => this.#map(node, Object.create(null)));
    if (isSeq(node)) return this.#nested(node, () => this.#list(node));
    return this.#scalar(node);
  }

  #scalar(node: ParsedNode): JsonValue {
    if (!isScalar(node)) return null;
    const scalar = this.#sure(readScalar(node));
    switch (scalar.type) {
      case "null":
        return null;
      case "int":
        return Number(scalar.value);
      default:
        return scalar.value;
    }
  }

  #list(node: YAMLSeq): JsonValue {
    const list: JsonValue[] = [];
    for (const item of node.items) list.push(this.decode(item as ParsedNode));
    return list;
  }

  /** Entries in order; a merge writes over what stands before it and is written over by what follows. */
  #map(node: YAMLMap, into: Mutable): JsonObject {
    const seen = new Set<string>();
    for (const { key, value } of node.items as { key: ParsedNode; value: ParsedNode | null }[]) {
      if (isMergeKey(key)) {
        this.#merge(value, key, into);
        continue;
      }
      const name = this.#key(key);
      into[name] = value === null ? null : this.decode(value);
      if (seen.has(name) && this.#expanded === 0) this.duplicates.push({ key: name, offset: key.range[0] });
      seen.add(name);
    }
    return into;
  }

  #key(node: ParsedNode): string {
    this.#count(node);
    if (isAlias(node)) return this.#expand(node, (target) => this.#key(target));
    if (!isScalar(node)) throw new Stop(refuse("a key is a mapping or a list", node.range[0]));
    const name = keyText(this.#sure(readScalar(node)));
    if (name === undefined) throw new Stop(refuse("a key is null or a number beyond 64 bits", node.range[0]));
    return name;
  }

  #merge(value: ParsedNode | null, key: ParsedNode, into: Mutable): void {
    const sources = isSeq(value) ? ([...value.items].reverse() as ParsedNode[]) : [value];
    for (const source of sources) {
      const target = isAlias(source) ? this.#tree.targets.get(source) : source;
      if (!isMap(target)) throw new Stop(refuse("a merge key << needs a mapping", key.range[0]));
      this.#mergeOne(source as ParsedNode, into);
    }
  }

  #mergeOne(source: ParsedNode, into: Mutable): void {
    this.#count(source);
    if (isAlias(source)) this.#expand(source, (target) => this.#mergeOne(target, into));
    else if (isMap(source)) this.#nested(source, () => this.#map(source, into));
  }

  #nested<T>(node: ParsedNode, read: () => T): T {
    if (++this.#depth > maxNesting) throw new Stop(refuse("the nesting is too deep", node.range[0], true));
    const result = read();
    this.#depth--;
    return result;
  }

  #expand<T>(alias: Alias.Parsed, read: (target: ParsedNode) => T): T {
    const target = this.#tree.targets.get(alias);
    if (target === undefined || this.#expanding.has(alias)) {
      throw new Stop(refuse("an anchor's value contains itself", alias.range[0]));
    }
    this.#expanding.add(alias);
    this.#expanded++;
    const result = read(target);
    this.#expanded--;
    this.#expanding.delete(alias);
    return result;
  }

  /** Go's own bound: aliases may make up most of a small document, but little of a large one (`allowedAliasRatio`). */
  #count(node: ParsedNode): void {
    this.#nodes++;
    if (this.#expanded > 0) {
      this.#aliased++;
      if (!this.#budget.take()) throw new Stop(tooFar("alias-budget", node));
    }
    if (this.#aliased <= 100 || this.#nodes <= 1000) return;
    if (this.#aliased / this.#nodes <= aliasLimit.ratio(this.#nodes)) return;
    throw new Stop(tooFar("alias-bomb", node));
  }

  #sure<T extends object>(value: T | Refusal): T {
    if (isRefusal(value)) throw new Stop(value);
    return value;
  }
}
