import { type Alias, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from "yaml";
import { waveAnnotation } from "./annotations.ts";
import { decodeNode, isMergeKey, readKey } from "./exact-read.ts";
import { isObject, type JsonValue } from "./manifest.ts";
import { isRefusal } from "./refusal.ts";
import type { YamlTree } from "./yaml-tree.ts";

export type YamlPair = Pair<ParsedNode, ParsedNode | null>;
export type YamlMapping = YAMLMap<ParsedNode, ParsedNode | null>;

/** Where in the text of a document the wave of one object has to be written. */
export type WaveSpot =
  /** The entry whose value is the wave that Go reads. */
  | { readonly at: "value"; readonly pair: YamlPair }
  /** Annotations that do not state a wave, or only through a merge. */
  | { readonly at: "annotations"; readonly mapping: YamlMapping }
  /** `annotations` with nothing in it. */
  | { readonly at: "empty"; readonly pair: YamlPair }
  /** Metadata without annotations. */
  | { readonly at: "metadata"; readonly mapping: YamlMapping }
  /** Nowhere, and why, in words. */
  | { readonly at: "nowhere"; readonly reason: string };

/**
 * Finds the place that Go reads the wave from, or would read it from: the last of several equal keys, and none that a
 * later merge key writes over. A place that something else shares through an alias is no place.
 */
export function findWaveSpot(tree: YamlTree, path: readonly (string | number)[]): WaveSpot {
  const shared = new Set<unknown>(tree.targets.values());
  let here: ParsedNode | null = tree.root;
  let what = "the document";
  for (const step of [...path, "metadata"]) {
    const reason = whyNotInside(here, what, shared);
    if (reason !== undefined) return nowhere(reason);
    if (typeof step === "number") {
      here = isSeq(here) ? ((here.items[step] as ParsedNode | undefined) ?? null) : null;
      what = `item ${step + 1} of the list`;
      continue;
    }
    const entry: Entry = isMap(here) ? lookUp(tree, here as YamlMapping, step) : undefined;
    if (entry === "merged") return nowhere(`its ${step} comes out of a merge key <<`);
    here = entry?.value ?? null;
    what = `its ${step}`;
  }
  const reason = whyNotInside(here, what, shared);
  if (reason !== undefined) return nowhere(reason);
  return isMap(here)
    ? findInMetadata(tree, here as YamlMapping, shared)
    : nowhere("its metadata is no mapping");
}

function findInMetadata(tree: YamlTree, mapping: YamlMapping, shared: ReadonlySet<unknown>): WaveSpot {
  const entry = lookUp(tree, mapping, "annotations");
  if (entry === undefined) return { at: "metadata", mapping };
  if (entry === "merged") return nowhere("its annotations come out of a merge key <<");
  const { value } = entry;
  const reason = whyNotInside(value, "its annotations", shared);
  if (reason !== undefined) return nowhere(reason);
  if (isMap(value)) return findInAnnotations(tree, value as YamlMapping, shared);
  return readNode(tree, value) === null
    ? { at: "empty", pair: entry }
    : nowhere("its annotations are no mapping");
}

function findInAnnotations(tree: YamlTree, mapping: YamlMapping, shared: ReadonlySet<unknown>): WaveSpot {
  const entry = lookUp(tree, mapping, waveAnnotation);
  if (entry === undefined || entry === "merged") return { at: "annotations", mapping };
  if (shared.has(entry.value)) return nowhere("an alias elsewhere uses its wave");
  if (isMap(entry.value) || isSeq(entry.value)) return nowhere("its wave is a mapping or a list");
  return { at: "value", pair: entry };
}

type Entry = YamlPair | "merged" | undefined;

/** The entry that Go reads for a key: what stands later counts, be it the key itself or a merge that brings it. */
function lookUp(tree: YamlTree, mapping: YamlMapping, key: string): Entry {
  let found: Entry;
  for (const pair of mapping.items) {
    if (isMergeKey(pair.key)) {
      if (bringsKey(tree, pair.value, key)) found = "merged";
    } else if (readKey(resolve(tree, pair.key)) === key) {
      found = pair;
    }
  }
  return found;
}

function bringsKey(tree: YamlTree, merged: ParsedNode | null, key: string): boolean {
  const sources = isSeq(merged) ? (merged.items as ParsedNode[]) : [merged];
  return sources.some((source) => {
    const value = readNode(tree, source);
    return isObject(value) && key in value;
  });
}

function readNode(tree: YamlTree, node: ParsedNode | null): JsonValue | undefined {
  if (node === null) return null;
  const reading = decodeNode(tree, node);
  return isRefusal(reading) ? undefined : reading.value;
}

function resolve(tree: YamlTree, node: ParsedNode): ParsedNode {
  return isAlias(node) ? (tree.targets.get(node as Alias) ?? node) : node;
}

function whyNotInside(
  node: ParsedNode | null,
  what: string,
  shared: ReadonlySet<unknown>,
): string | undefined {
  if (isAlias(node)) return `an alias (*${node.source}) stands in the place of ${what}`;
  if (!shared.has(node)) return undefined;
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  return `an alias elsewhere uses ${what} through the anchor &${anchor ?? ""}`;
}

function nowhere(reason: string): WaveSpot {
  return { at: "nowhere", reason };
}
