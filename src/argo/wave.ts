import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import { waveAnnotation } from "../manifest/annotations.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readAnnotation } from "./annotation-list.ts";
import { readHook } from "./hooks.ts";

export const hookWeightAnnotation = "helm.sh/hook-weight";

/** An annotation that says something about the wave, as it stands in the text. */
export interface WaveText {
  readonly annotation: string;
  readonly value: string;
}

export interface Wave {
  /** What Argo CD uses, beyond ±2^53 the nearest double: see `outOfRange` and {@link countableWave}. */
  readonly wave: number;
  readonly from: "annotation" | "hook-weight" | "default";
  /** What Argo CD looked at and silently passed over, in the order in which it looks. */
  readonly malformed: readonly WaveText[];
  /** The annotation that gave the wave, where its number is too large to calculate with exactly. */
  readonly outOfRange: WaveText | undefined;
}

const places = [
  { annotation: waveAnnotation, from: "annotation" },
  { annotation: hookWeightAnnotation, from: "hook-weight" },
] as const;

/**
 * The wave of an object: `sync-wave`, and where that is missing or no integer, `hook-weight`, also on objects that are
 * no hooks; else 0 (gitops-engine 3.6.1 `pkg/sync/syncwaves/waves.go`, `pkg/sync/hook/helm/weight.go`).
 */
export function readWave(annotations: Readonly<Record<string, string>>): Wave {
  const malformed: WaveText[] = [];
  for (const { annotation, from } of places) {
    const value = readAnnotation(annotations, annotation);
    if (value === undefined) {
      continue;
    }
    const wave = parseGoInteger(value);
    if (wave === undefined) {
      malformed.push({ annotation, value });
      continue;
    }
    const outOfRange = isExact(wave) ? undefined : { annotation, value };
    return { wave: Number(wave), from, malformed, outOfRange };
  }
  return { wave: 0, from: "default", malformed, outOfRange: undefined };
}

/**
 * Waves that do not say what their author meant: `wave-malformed` where Argo CD passes over a text that is no integer,
 * `wave-out-of-range` where we could not calculate with the number. Objects that no sync applies are left out, since
 * nothing reads their wave (hooks around the deletion of the Application run all at once). The value is the objects that
 * have such a wave.
 */
export function findWaveProblems(manifests: readonly Manifest[]): Outcome<readonly Manifest[]> {
  const value: Manifest[] = [];
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    const { wave, malformed, outOfRange } = readWave(manifest.annotations);
    if ((malformed.length === 0 && outOfRange === undefined) || !isApplied(manifest)) {
      continue;
    }
    value.push(manifest);
    const where = { refs: [manifest.ref], source: manifest.source };
    for (const text of malformed) {
      findings.push(finding("wave-malformed", where, { ...text, effective: wave }));
    }
    if (outOfRange !== undefined) {
      findings.push(finding("wave-out-of-range", where, { ...outOfRange }));
    }
  }
  return { value, findings };
}

function isApplied(manifest: Manifest): boolean {
  return readHook(manifest.annotations).phases.length > 0;
}

const int64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/** Go's `strconv.Atoi` on 64 bits: a sign, decimal digits, nothing else; undefined where it reports an error. */
function parseGoInteger(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return undefined;
  }
  const digits = text.replace(/^[+-]?0*/, "");
  if (digits.length > 19) {
    return undefined;
  }
  const value = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  return value < int64.least || value > int64.greatest ? undefined : value;
}

/**
 * Waves from here on, in either direction, are refused. Far below what a double counts exactly, so that there is room to
 * go below the lowest wave by one for every object of a render.
 */
const greatestWave = 2 ** 52;

function isExact(value: bigint): boolean {
  return value >= BigInt(-greatestWave) && value <= BigInt(greatestWave);
}

/** The nearest wave that can be calculated with: the wave itself, unless `wave-out-of-range` says otherwise. */
export function countableWave(wave: number): number {
  return Math.max(-greatestWave, Math.min(greatestWave, wave));
}
