import { type Finding, type FindingCode, finding } from "../findings/finding.ts";
import { compareRefs } from "../manifest/object-ref.ts";
import type { Need } from "./component.ts";
import { loopSentences } from "./loop-words.ts";
import type { Loop } from "./loops.ts";
import type { LockoutCase } from "./rule.ts";

/** Codes of findings about loops: each says what the steps are. */
export type LoopCode = Extract<
  FindingCode,
  "lockout-mutual" | "lockout-certificate" | "lockout-signer" | "lockout-registry"
>;

/** What a loop is mainly about: the first of these that one of its steps needs. */
const subjects: readonly NonNullable<Need["about"]>[] = ["signature", "image", "certificate"];

export function subjectOf(loop: Loop): Need["about"] {
  const needed = new Set(loop.map(({ reason }) => (reason.kind === "need" ? reason.need.about : undefined)));
  return subjects.find((subject) => needed.has(subject));
}

/** One finding for each loop that a rule wants, proven ones first; one that is told is not told again as possible. */
export function loopFindings(
  { possible, proven }: LockoutCase,
  code: LoopCode,
  isWanted: (loop: Loop) => boolean,
): readonly Finding[] {
  const told = new Set<string>();
  return [
    { outcomes: proven, isPossible: false },
    { outcomes: possible, isPossible: true },
  ].flatMap(({ isPossible, outcomes }) =>
    outcomes
      .flatMap(({ loops }) => loops)
      .filter(isWanted)
      .flatMap((loop) => {
        const key = [...new Set(loop.map(({ from }) => from.id))].sort().join("\n\n");
        if (told.has(key)) return [];
        told.add(key);
        return [toFinding(code, loop, isPossible)];
      }),
  );
}

function toFinding(code: LoopCode, loop: Loop, isPossible: boolean): Finding {
  const [webhook] = loop
    .flatMap(({ reason }) => (reason.kind === "webhook" ? [reason.asked.webhook] : []))
    .sort((a, b) => compareRefs(a.config, b.config));
  const parts = loop.flatMap(({ from }) => from.ref ?? []);
  return finding(
    code,
    {
      refs: [...(webhook === undefined ? [] : [webhook.config]), ...parts],
      source: webhook?.source ?? null,
      isPossible,
    },
    { steps: loopSentences(loop) },
  );
}
