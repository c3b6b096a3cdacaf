import { type Finding, finding } from "../../findings/finding.ts";
import { compareRefs } from "../../manifest/object-ref.ts";
import { loopSentences } from "../loop-words.ts";
import type { Loop } from "../loops.ts";
import type { LockoutRule } from "../rule.ts";

/** LO006: several parts of a cluster wait for each other once all of them are down. */
export const mutual: LockoutRule = {
  id: "LO006",
  find: ({ possible, proven }) => {
    const told = new Set<string>();
    const tell = (isPossible: boolean) => (loop: Loop) => toFinding(loop, isPossible, told);
    const loops = (outcomes: typeof proven) => outcomes.flatMap((outcome) => outcome.loops.filter(isMutual));
    return [...loops(proven).flatMap(tell(false)), ...loops(possible).flatMap(tell(true))];
  },
};

/** What waits for itself, and what waits for a part of Kubernetes, has rules of its own. */
function isMutual(loop: Loop): boolean {
  return (
    loop.every(({ from }) => from.ref !== undefined) && new Set(loop.map(({ from }) => from.id)).size > 1
  );
}

function toFinding(loop: Loop, isPossible: boolean, told: Set<string>): readonly Finding[] {
  const key = [...new Set(loop.map(({ from }) => from.id))].sort().join("\n\n");
  if (told.has(key)) return [];
  told.add(key);
  const [webhook] = loop
    .flatMap(({ reason }) => (reason.kind === "webhook" ? [reason.asked.webhook] : []))
    .sort((a, b) => compareRefs(a.config, b.config));
  const parts = loop.flatMap(({ from }) => from.ref ?? []);
  return [
    finding(
      "lockout-mutual",
      {
        refs: [...(webhook === undefined ? [] : [webhook.config]), ...parts],
        source: webhook?.source ?? null,
        isPossible,
      },
      { steps: loopSentences(loop) },
    ),
  ];
}
