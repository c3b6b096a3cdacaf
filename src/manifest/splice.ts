import { isDeepStrictEqual } from "node:util";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Rendered } from "../render/rendered.ts";
import { applyEdits } from "./apply-edits.ts";
import type { Document } from "./document.ts";
import type { TextEdit } from "./edit.ts";
import { isObject, type JsonValue, type Manifest, valueAt } from "./manifest.ts";
import { compareRefs } from "./object-ref.ts";
import { documentBody, readText } from "./read-text.ts";
import { isRefusal } from "./refusal.ts";
import { editWave } from "./wave-edit.ts";
import { findWaveSpot, waveKey } from "./wave-spot.ts";
import { parseTree } from "./yaml-tree.ts";

/** An object and the wave it has to get. */
export interface WaveMove {
  readonly manifest: Manifest;
  readonly wave: number;
}

/**
 * Plans the splices that give objects their waves and change nothing else: not a quote, not a comment, not another
 * object. Each is proven by reading the edited document again; where there is no such splice, a finding says why and the
 * object keeps its text.
 */
export function planWaveEdits(rendered: Rendered, moves: readonly WaveMove[]): Outcome<readonly TextEdit[]> {
  const byDocument = new Map<Document, WaveMove[]>();
  for (const move of moves) {
    const others = byDocument.get(move.manifest.document);
    if (others === undefined) byDocument.set(move.manifest.document, [move]);
    else others.push(move);
  }
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  for (const [document, group] of byDocument) {
    const text = rendered.text.slice(document.start, document.end);
    const planned = planDocument(text, group);
    for (const edit of planned.value) edits.push({ ...edit, start: edit.start + document.start });
    findings.push(...planned.findings);
  }
  findings.sort((a, b) => (a.refs[0] && b.refs[0] ? compareRefs(a.refs[0], b.refs[0]) : 0));
  return { value: edits.sort((a, b) => a.start - b.start), findings };
}

function planDocument(text: string, moves: readonly WaveMove[]): Outcome<readonly TextEdit[]> {
  const body = documentBody(text);
  const tree = parseTree(body);
  if (isRefusal(tree)) return { value: [], findings: moves.map((move) => impossible(move, tree.detail)) };
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  const done: WaveMove[] = [];
  for (const move of moves) {
    const spot = findWaveSpot(tree, move.manifest.path);
    if (spot.at === "nowhere") {
      findings.push(impossible(move, spot.reason));
      continue;
    }
    edits.push(editWave(body, spot, move.wave));
    done.push(move);
  }
  edits.sort((a, b) => a.start - b.start);
  if (done.length === 0 || changesOnlyWaves(text, applyEdits(text, edits), done))
    return { value: edits, findings };
  const reason = "writing it would change something else in the document";
  return { value: [], findings: [...findings, ...done.map((move) => impossible(move, reason))] };
}

/** True where the edited text reads as the original does, but for the waves of the moved objects. */
function changesOnlyWaves(original: string, edited: string, moves: readonly WaveMove[]): boolean {
  const before = readText(original);
  const after = readText(edited);
  if (isRefusal(before) || isRefusal(after)) return false;
  for (const { manifest, wave } of moves) setWave(before.value, manifest.path, String(wave));
  return isDeepStrictEqual(before.value, after.value);
}

/** Writes into a value that was read for this purpose alone and shares nothing. */
function setWave(document: JsonValue, path: readonly (string | number)[], wave: string): void {
  const metadata = valueAt(document, ...path, "metadata") as Record<string, JsonValue>;
  const annotations = metadata["annotations"];
  const written = isObject(annotations) ? annotations : Object.create(null);
  written[waveKey] = wave;
  metadata["annotations"] = written;
}

function impossible({ manifest }: WaveMove, reason: string): Finding {
  return finding("splice-impossible", { refs: [manifest.ref], source: manifest.source }, { reason });
}
