import { appendAll } from "../../append-all.ts";
import { hasHealthCheck } from "../../argo/health.ts";
import { formatPlace } from "../../findings/location.ts";
import type { OtherEnd, PlanInput, PlannedMove } from "../plan-input.ts";
import { reasonWords } from "../reason-words.ts";
import { count, showRef, wrap } from "../text-layout.ts";
import { type TextOptions, titled } from "./section.ts";

/** A policy moves whether this render uses it or not: each source of an application is rendered alone. */
const policyGoesFirst = "grant: a policy goes first, also for dependents in another source";

const shownMoves = 12;

/** What got another wave, from where to where, and why. */
export function movesSection(input: PlanInput, options: TextOptions): readonly string[] {
  const { moves, objects, barriers } = input;
  if (barriers.length === 0 && moves.length === 0) return [];
  const unmoved = objects.length - moves.length;
  const others = unmoved === 1 ? "the other one" : `the other ${unmoved}`;
  const untouched = unmoved === 0 ? "" : `; the text of ${others} is untouched`;
  const sum = `${moves.length} of ${count(objects.length, "object")}${untouched}`;
  const lines = [...titled("Moved", sum, options)];
  for (const move of moves.slice(0, shownMoves)) appendAll(lines, drawMove(move, input, options.width));
  if (moves.length > shownMoves)
    lines.push(`  and ${moves.length - shownMoves} more (all of them with -o json)`);
  appendAll(lines, newlyWaitedFor(moves, options.width));
  return lines;
}

/** What stands lower than its author put it and has a health check: the sync now waits for it before it goes on. */
function newlyWaitedFor(moves: readonly PlannedMove[], width: number): readonly string[] {
  const waited = moves.filter(({ manifest }) => hasHealthCheck(manifest));
  if (waited.length === 0) return [];
  const named = waited.slice(0, shownMoves).map(({ manifest }) => showRef(manifest.ref));
  const more = waited.length > named.length ? ` and ${waited.length - named.length} more` : "";
  return wrap(
    `now waited for, before what comes after them: ${named.join(", ")}${more}`,
    width,
    "  ",
    "      ",
  );
}

function drawMove(
  { manifest, from, to, because }: PlannedMove,
  input: PlanInput,
  width: number,
): readonly string[] {
  const lines = [
    ...wrap(
      `${showRef(manifest.ref)}  wave ${from} → ${to}  (${formatPlace(manifest.source)})`,
      width,
      "  ",
      "      ",
    ),
  ];
  for (const { reason, other } of because.slice(0, 3)) {
    const isItself = other.kind === "object" && other.object.manifest === manifest;
    const words = isItself ? policyGoesFirst : `${reason}: ${reasonWords[reason]} ${nameOf(other, input)}`;
    appendAll(lines, wrap(words, width, "    ", "      "));
  }
  if (because.length > 3) lines.push(`    and ${because.length - 3} more reasons`);
  return lines;
}

function nameOf(other: OtherEnd, { barriers }: PlanInput): string {
  if (other.kind === "object") return showRef(other.object.manifest.ref);
  const barrier = barriers.find(({ group }) => group === other.group);
  return barrier === undefined ? `the barrier of ${showRef(other.group.policy)}` : showRef(barrier.ref);
}
