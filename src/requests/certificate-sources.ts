import { isObject, type JsonObject, type JsonValue, valueAt } from "../manifest/manifest.ts";
import { isEmbeddedManifest, opaqueFields } from "./opaque.ts";

/** One entry of `projected.sources` that asks for a certificate. */
export interface CertificateSource {
  /** Keys and indices from the root of the object to the entry. */
  readonly path: readonly (string | number)[];
  /** The value of its `podCertificate`. */
  readonly request: JsonObject;
  /** The objects around it, the innermost first, the root last. */
  readonly enclosing: readonly JsonObject[];
}

export interface SearchResult {
  readonly sources: readonly CertificateSource[];
  /** True where there are more than {@link maxSources}, or too many ways to them; the rest was not looked at. */
  readonly truncated: boolean;
}

/**
 * Bound on the sources of one object. No pod has a thousandth of it, but aliases can multiply one source without end,
 * and each place in which it stands is a source of its own.
 */
export const maxSources = 10_000;

/** Bound on the work of one search, in containers times depth, for values that contain themselves many times over. */
const maxWork = 10_000_000;

type Container = JsonObject | readonly JsonValue[];

/** A container on the way down, with the way back up. */
interface Frame {
  readonly value: Container;
  readonly parent: Frame | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/**
 * Searches a value by shape: whatever has a list `sources` with `podCertificate` entries in it, under `volumes` and
 * `projected` as in a pod spec, or on its own as `projectedVolumeTemplate`, in `extraVolumes` and the like. Carried
 * manifests and schemas are not entered. In the order of the text. Linear in the size of the value, however often
 * aliases repeat its parts, and in the number of sources; a value that contains itself is walked once.
 */
export function searchSources(root: JsonObject): SearchResult {
  const carriers = findCarriers(root);
  if (carriers.size === 0) return { sources: [], truncated: false };
  const onTheWay = ancestorsOf(carriers, root);
  const sources: CertificateSource[] = [];
  const stack: Frame[] = [{ value: root, parent: undefined, key: "", depth: 1 }];
  let work = 0;
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    work += frame.depth;
    if (work > maxWork) return { sources, truncated: true };
    if (isInside(frame)) continue;
    if (isObject(frame.value) && carriers.has(frame.value)) {
      for (const index of certificateEntries(frame.value)) {
        if (sources.length === maxSources) return { sources, truncated: true };
        sources.push(sourceAt(frame, index));
      }
    }
    const inner: Frame[] = [];
    eachChild(frame.value, (value, key) => {
      if (onTheWay.has(value)) inner.push({ value, parent: frame, key, depth: frame.depth + 1 });
    });
    for (const next of inner.reverse()) stack.push(next);
  }
  return { sources, truncated: false };
}

/** The certificate sources of a pod spec at a known path: only its `volumes` count. */
export function sourcesOfPodSpec(root: JsonObject, path: readonly string[]): SearchResult {
  const podSpec = valueAt(root, ...path);
  const volumes = valueAt(podSpec, "volumes");
  if (!isObject(podSpec) || !Array.isArray(volumes)) return { sources: [], truncated: false };
  const sources: CertificateSource[] = [];
  for (const [position, volume] of volumes.entries()) {
    const projected = valueAt(volume, "projected");
    if (!isObject(projected)) continue;
    for (const index of certificateEntries(projected)) {
      if (sources.length === maxSources) return { sources, truncated: true };
      sources.push({
        path: [...path, "volumes", position, "projected", "sources", index],
        request: requestAt(projected, index),
        enclosing: [podSpec],
      });
    }
  }
  return { sources, truncated: false };
}

/** The objects with certificate entries, each found once. */
function findCarriers(root: JsonObject): ReadonlySet<JsonValue> {
  const carriers = new Set<JsonValue>();
  const seen = new Set<Container>([root]);
  const stack: Container[] = [root];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isObject(value) && certificateEntries(value).length > 0) carriers.add(value);
    eachChild(value, (child) => {
      if (seen.has(child)) return;
      seen.add(child);
      stack.push(child);
    });
  }
  return carriers;
}

/** The carriers and every container through which one of them is reached. */
function ancestorsOf(carriers: ReadonlySet<JsonValue>, root: JsonObject): ReadonlySet<JsonValue> {
  const parents = new Map<JsonValue, Container[]>([[root, []]]);
  const down: Container[] = [root];
  for (let value = down.pop(); value !== undefined; value = down.pop()) {
    eachChild(value, (child) => {
      const known = parents.get(child);
      if (known !== undefined) {
        known.push(value);
        return;
      }
      parents.set(child, [value]);
      down.push(child);
    });
  }
  const reached = new Set<JsonValue>(carriers);
  const up = [...carriers];
  for (let value = up.pop(); value !== undefined; value = up.pop()) {
    for (const parent of parents.get(value) ?? []) {
      if (reached.has(parent)) continue;
      reached.add(parent);
      up.push(parent);
    }
  }
  return reached;
}

/** Visits what may be entered from a container, in order: objects and lists that are neither described nor carried. */
function eachChild(value: Container, visit: (child: Container, key: string | number) => void): void {
  if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (isOpen(child) && !opaqueFields.has(key)) visit(child, key);
    }
    return;
  }
  for (const [index, child] of value.entries()) {
    if (isOpen(child)) visit(child, index);
  }
}

function isOpen(value: JsonValue | undefined): value is Container {
  return isObject(value) ? !isEmbeddedManifest(value) : Array.isArray(value);
}

/** Positions in the list `sources` of an object that hold a `podCertificate` block. */
function certificateEntries(value: JsonObject): readonly number[] {
  const { sources } = value;
  if (!Array.isArray(sources)) return [];
  const positions: number[] = [];
  for (const [index, entry] of sources.entries()) {
    if (isObject(valueAt(entry, "podCertificate"))) positions.push(index);
  }
  return positions;
}

function requestAt(carrier: JsonObject, index: number): JsonObject {
  return valueAt(carrier, "sources", index, "podCertificate") as JsonObject;
}

function sourceAt(frame: Frame, index: number): CertificateSource {
  const path: (string | number)[] = [index, "sources"];
  const enclosing: JsonObject[] = [];
  for (let here: Frame | undefined = frame; here !== undefined; here = here.parent) {
    if (isObject(here.value)) enclosing.push(here.value);
    if (here.parent !== undefined) path.push(here.key);
  }
  return { path: path.reverse(), request: requestAt(frame.value as JsonObject, index), enclosing };
}

/** True where a container is reached through itself. */
function isInside(frame: Frame): boolean {
  for (let here = frame.parent; here !== undefined; here = here.parent) {
    if (here.value === frame.value) return true;
  }
  return false;
}
