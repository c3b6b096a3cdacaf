import { printable } from "../../findings/printable.ts";
import { refKey } from "../../manifest/object-ref.ts";
import type { Undone } from "../../timeline.ts";
import type { PlanInput } from "../plan-input.ts";
import { summariseRefs } from "../ref-summary.ts";
import { count, enumerate, showRef, wrap } from "../text-layout.ts";
import { type TextOptions, titled } from "./section.ts";

/** What becomes of a sync that does not succeed. */
export const stopWords = { Running: "the sync stays Running", Failed: "the sync ends Failed" } as const;

const mostNamed = 5;

/** What becomes of the sync if some objects do not become healthy: where it stops, and what it leaves undone. */
export function outcomeSection(input: PlanInput, options: TextOptions): readonly string[] {
  const { sync, undone } = input;
  const assumed = assumptionsOf(input);
  if (sync.outcome === "Succeeded") {
    if (assumed.length === 0) return [];
    const words = "the sync succeeds all the same: Argo CD does not wait for that";
    return titled("What if", `${enumerate(assumed)}: ${words}`, options, options.style.caution);
  }
  const stop = stopWords[sync.outcome];
  const heading = assumed.length === 0 ? "Outcome" : "What if";
  const sum = assumed.length === 0 ? stop : `${enumerate(assumed)}: ${stop}`;
  const lines = [
    printable(`Argo CD says: ${sync.message}.`),
    ...(undone === undefined ? [] : [leftWords(undone)]),
  ];
  return [
    ...titled(heading, sum, options, options.style.bad),
    ...lines.flatMap((line) => wrap(line, options.width, "  ")),
  ];
}

function leftWords(undone: readonly Undone[]): string {
  const left = [...new Map(undone.map(({ ref }) => [refKey(ref), ref])).values()];
  return left.length === 0
    ? "By then every object is applied."
    : `Left as it was: ${count(left.length, "object")}, ${summariseRefs(left, mostNamed)}.`;
}

function assumptionsOf({ assumed }: PlanInput): readonly string[] {
  if (assumed === undefined) return [];
  return [
    ...assumed.neverHealthy.map((ref) => `${showRef(ref)} never becomes healthy`),
    ...assumed.degraded.map((ref) => `${showRef(ref)} becomes Degraded`),
  ];
}
