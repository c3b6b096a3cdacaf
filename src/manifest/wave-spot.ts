import { waveAnnotation } from "./annotations.ts";
import { decodeNode, isMergeKey, readKey } from "./decode-yaml.ts";
import { isObject, type JsonValue } from "./manifest.ts";
import { isRefusal } from "./refusal.ts";
import type { MappingNode, YamlNode, YamlPair } from "./yaml/node.ts";
import type { YamlTree } from "./yaml-tree.ts";

/** Where in the text of a document the wave of one object has to be written. */
export type WaveSpot =
  /** The entry whose value is the wave that Go reads. */
  | { readonly at: "value"; readonly pair: YamlPair }
  /** Annotations that do not state a wave, or only through a merge. */
  | { readonly at: "annotations"; readonly mapping: MappingNode }
  /** `annotations` with nothing in it. */
  | { readonly at: "empty"; readonly pair: YamlPair }
  /** Metadata without annotations. */
  | { readonly at: "metadata"; readonly mapping: MappingNode }
  /** Nowhere, and why, in words. */
  | { readonly at: "nowhere"; readonly reason: string };

/**
 * Finds the place that Go reads the wave from, or would read it from: the last of several equal keys, and none that a
 * later merge key writes over. A place that something else shares through an alias is no place.
 */
export function findWaveSpot(tree: YamlTree, path: readonly (string | number)[]): WaveSpot {
  const { shared } = tree;
  let here = tree.root;
  let what = "the document";
  for (const step of [...path, "metadata"]) {
    const reason = whyNotInside(here, what, shared);
    if (reason !== undefined) return nowhere(reason);
    if (typeof step === "number") {
      here = here?.kind === "sequence" ? (here.items[step] ?? null) : null;
      what = `item ${step + 1} of the list`;
      continue;
    }
    const entry: Entry = here?.kind === "mapping" ? lookUp(here, step) : undefined;
    if (entry === "merged") return nowhere(`its ${step} comes out of a merge key <<`);
    here = entry?.value ?? null;
    what = `its ${step}`;
  }
  const reason = whyNotInside(here, what, shared);
  if (reason !== undefined) return nowhere(reason);
  return here?.kind === "mapping" ? findInMetadata(here, shared) : nowhere("its metadata is no mapping");
}

function findInMetadata(mapping: MappingNode, shared: ReadonlySet<YamlNode>): WaveSpot {
  const entry = lookUp(mapping, "annotations");
  if (entry === undefined) return { at: "metadata", mapping };
  if (entry === "merged") return nowhere("its annotations come out of a merge key <<");
  const { value } = entry;
  const reason = whyNotInside(value, "its annotations", shared);
  if (reason !== undefined) return nowhere(reason);
  if (value.kind === "mapping") return findInAnnotations(value, shared);
  return readNode(value) === null ? { at: "empty", pair: entry } : nowhere("its annotations are no mapping");
}

function findInAnnotations(mapping: MappingNode, shared: ReadonlySet<YamlNode>): WaveSpot {
  const entry = lookUp(mapping, waveAnnotation);
  if (entry === undefined || entry === "merged") return { at: "annotations", mapping };
  if (shared.has(entry.value)) return nowhere("an alias elsewhere uses its wave");
  if (entry.value.kind === "mapping" || entry.value.kind === "sequence")
    return nowhere("its wave is a mapping or a list");
  return { at: "value", pair: entry };
}

type Entry = YamlPair | "merged" | undefined;

/** The entry that Go reads for a key: what stands later counts, be it the key itself or a merge that brings it. */
function lookUp(mapping: MappingNode, key: string): Entry {
  let found: Entry;
  for (const pair of mapping.pairs) {
    if (isMergeKey(pair.key)) {
      if (bringsKey(pair.value, key)) found = "merged";
    } else if (readKey(pair.key.kind === "alias" ? pair.key.target : pair.key) === key) {
      found = pair;
    }
  }
  return found;
}

function bringsKey(merged: YamlNode, key: string): boolean {
  const sources = merged.kind === "sequence" ? merged.items : [merged];
  return sources.some((source) => {
    const value = readNode(source);
    return isObject(value) && key in value;
  });
}

function readNode(node: YamlNode): JsonValue | undefined {
  const reading = decodeNode(node);
  return isRefusal(reading) ? undefined : reading.value;
}

function whyNotInside(
  node: YamlNode | null,
  what: string,
  shared: ReadonlySet<YamlNode>,
): string | undefined {
  if (node?.kind === "alias") return `an alias (*${node.name}) stands in the place of ${what}`;
  if (node === null || !shared.has(node)) return undefined;
  return `an alias elsewhere uses ${what} through the anchor &${node.anchor ?? ""}`;
}

function nowhere(reason: string): WaveSpot {
  return { at: "nowhere", reason };
}
