import { isDeepStrictEqual } from "node:util";
import { appendTo } from "../append-to.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Rendered } from "../render/rendered.ts";
import { waveAnnotation } from "./annotations.ts";
import { applyEdits } from "./apply-edits.ts";
import type { Document } from "./document.ts";
import type { TextEdit } from "./edit.ts";
import { isObject, type JsonValue, type Manifest, valueAt } from "./manifest.ts";
import { compareRefs } from "./object-ref.ts";
import { documentBody, readText } from "./read-text.ts";
import { isRefusal } from "./refusal.ts";
import { editWave } from "./wave-edit.ts";
import { findWaveSpot } from "./wave-spot.ts";
import { parseTree } from "./yaml-tree.ts";

/** An object and the wave it has to get. */
export interface WaveMove {
  readonly manifest: Manifest;
  readonly wave: number;
}

/** The splices, and the objects that keep their text because there is none for them. */
export interface WaveEdits {
  readonly edits: readonly TextEdit[];
  readonly unwritten: ReadonlySet<Manifest>;
}

/**
 * Plans the splices that give objects their waves and change nothing else: not a quote, not a comment, not another
 * object. Each is proven by reading the edited document again; where there is no such splice, a finding says why and the
 * object keeps its text.
 */
export function planWaveEdits(rendered: Rendered, moves: readonly WaveMove[]): Outcome<WaveEdits> {
  const byDocument = new Map<Document, WaveMove[]>();
  for (const move of moves) {
    appendTo(byDocument, move.manifest.document, move);
  }
  const edits: TextEdit[] = [];
  const refusals: RefusedMove[] = [];
  for (const [document, group] of byDocument) {
    const text = rendered.text.slice(document.start, document.end);
    const planned = planDocument(text, group, document.isJson);
    for (const edit of planned.edits) edits.push({ ...edit, start: edit.start + document.start });
    for (const refusal of planned.refusals) refusals.push(refusal);
  }
  edits.sort((a, b) => a.start - b.start);
  refusals.sort((a, b) => compareRefs(a.move.manifest.ref, b.move.manifest.ref));
  const unwritten = new Set(refusals.map(({ move }) => move.manifest));
  return { value: { edits, unwritten }, findings: refusals.map(impossible) };
}

/** A move that no splice can make, and why. */
interface RefusedMove {
  readonly move: WaveMove;
  readonly reason: string;
}

function planDocument(
  text: string,
  moves: readonly WaveMove[],
  isJson: boolean | undefined,
): { readonly edits: readonly TextEdit[]; readonly refusals: readonly RefusedMove[] } {
  const body = documentBody(text);
  const tree = parseTree(body);
  if (isRefusal(tree)) return { edits: [], refusals: moves.map((move) => ({ move, reason: tree.detail })) };
  const edits: TextEdit[] = [];
  const refusals: RefusedMove[] = [];
  const done: WaveMove[] = [];
  for (const move of moves) {
    const spot = findWaveSpot(tree, move.manifest.path);
    if (spot.at === "nowhere") {
      refusals.push({ move, reason: spot.reason });
      continue;
    }
    edits.push(editWave(body, spot, move.wave));
    done.push(move);
  }
  edits.sort((a, b) => a.start - b.start);
  if (done.length === 0 || changesOnlyWaves(text, applyEdits(text, edits), done, isJson))
    return { edits, refusals };
  const reason = "writing it would change something else in the document";
  return { edits: [], refusals: [...refusals, ...done.map((move) => ({ move, reason }))] };
}

/** True where the edited text reads as the original does, but for the waves of the moved objects. */
function changesOnlyWaves(
  original: string,
  edited: string,
  moves: readonly WaveMove[],
  isJson: boolean | undefined,
): boolean {
  const before = readText(original, undefined, isJson);
  const after = readText(edited, undefined, isJson);
  if (isRefusal(before) || isRefusal(after)) return false;
  for (const { manifest, wave } of moves) setWave(before.value, manifest.path, String(wave));
  return isDeepStrictEqual(before.value, after.value);
}

/** Writes into a value that was read for this purpose alone and shares nothing. */
function setWave(document: JsonValue, path: readonly (string | number)[], wave: string): void {
  const metadata = valueAt(document, ...path, "metadata") as Record<string, JsonValue>;
  const annotations = metadata["annotations"];
  const written = isObject(annotations) ? annotations : Object.create(null);
  written[waveAnnotation] = wave;
  metadata["annotations"] = written;
}

function impossible({ move, reason }: RefusedMove): Finding {
  const { ref, source } = move.manifest;
  return finding("splice-impossible", { refs: [ref], source }, { reason });
}
