import type { LockoutCase } from "../rule.ts";
import { commandWords } from "./command-words.ts";
import { prove } from "./prove.ts";
import type { RecoveryStep } from "./recovery-step.ts";

/** A way out that somebody has written down earlier. */
export interface WrittenRecovery {
  readonly scenarios: readonly string[];
  readonly steps: readonly RecoveryStep[];
}

/**
 * What no longer holds of written ways out, a sentence each: commands that fail, that no longer bring everything back, and
 * lockouts for which none is written.
 */
export function failedSteps(
  { model, possible }: LockoutCase,
  written: readonly WrittenRecovery[],
): readonly string[] {
  const { manifests } = model.surroundings;
  const problems: string[] = [];
  for (const { scenarios, steps } of written) {
    const asked = possible.map(({ scenario }) => scenario).filter(({ name }) => scenarios.includes(name));
    const open = steps.filter(({ kind }) => !["restore", "resume-application", "wait"].includes(kind));
    const restore = steps.filter(({ kind }) => kind === "restore");
    for (const { isProven, locked, scenario } of prove(manifests, asked, open, restore)) {
      if (isProven) continue;
      const command = open[0] === undefined ? "" : `: ${commandWords(open[0])}`;
      const what =
        locked.length === 0 ? "its commands fail" : `these stay down all the same, ${locked.join(", ")}`;
      problems.push(`the written way out of ${scenario} does not work any more, ${what}${command}`);
    }
  }
  const covered = new Set(written.flatMap(({ scenarios }) => scenarios));
  for (const { locked, scenario } of possible) {
    if (locked.length > 0 && !covered.has(scenario.name)) {
      problems.push(`no way out of ${scenario.name} is written`);
    }
  }
  return problems;
}
