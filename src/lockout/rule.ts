import type { Finding } from "../findings/finding.ts";
import type { LockoutModel } from "./model.ts";
import type { ScenarioOutcome } from "./outcome.ts";

/** What a rule looks at: the model, and how every scenario ends, once with what is proven and once with what is possible. */
export interface LockoutCase {
  readonly model: LockoutModel;
  readonly proven: readonly ScenarioOutcome[];
  readonly possible: readonly ScenarioOutcome[];
  /** The time of the run, for what runs out: milliseconds since 1970. */
  readonly now: number;
}

/**
 * One thing that locks clusters out, or makes it likely. A file in `rules/` of its own, a row in `rules.ts`, a code in
 * `findings/`, a section in `docs/findings.md`, and a red and a green fixture in `test/lockout/fixtures/`.
 */
export interface LockoutRule {
  /** As in the catalogue: `LO001`. */
  readonly id: string;
  readonly find: (facts: LockoutCase) => readonly Finding[];
}
