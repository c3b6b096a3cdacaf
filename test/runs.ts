import { relative } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";

/** In `npm test` every run tries the same cases; only `npm run test:fuzz` looks for new ones. */
const usualSeed = 1_848_150;

/** How many times as many cases `npm run test:fuzz` tries, in at most this time for one property. */
const fuzzFactor = 10;
const fuzzLimitMilliseconds = 60_000;

/** What the environment says: a fresh or a given seed, or neither. */
export interface FuzzEnvironment {
  readonly GRANTWAVE_FUZZ?: string | undefined;
  readonly GRANTWAVE_SEED?: string | undefined;
}

/**
 * How a property is tried: `usual` cases of a fixed seed in `npm test`; ten times as many where `GRANTWAVE_FUZZ` or
 * `GRANTWAVE_SEED` is set, of the seed that the latter gives. A seed that is given by hand has all its cases tried,
 * however long that takes, so that it finds again what it has found. For `fc.assert` and `fc.sample` alike.
 */
export function runs<T>(usual: number, environment: FuzzEnvironment = process.env): fc.Parameters<T> {
  const { GRANTWAVE_FUZZ, GRANTWAVE_SEED } = environment;
  const seed = GRANTWAVE_SEED === undefined ? usualSeed : Number(GRANTWAVE_SEED);
  if (GRANTWAVE_SEED === "" || seed !== (seed | 0)) {
    throw new RangeError(
      `GRANTWAVE_SEED is ${JSON.stringify(GRANTWAVE_SEED)}: an integer of 32 bits is wanted`,
    );
  }
  const isFuzz = GRANTWAVE_FUZZ !== undefined || GRANTWAVE_SEED !== undefined;
  return {
    seed,
    numRuns: isFuzz ? usual * fuzzFactor : usual,
    ...(GRANTWAVE_FUZZ === undefined ? {} : { interruptAfterTimeLimit: fuzzLimitMilliseconds }),
    reporter: failWithReport,
  };
}

/** The smallest case that fails, texts of several lines as they are, what is wrong with it, and how to meet it again. */
function failWithReport<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return;
  const { counterexample, errorInstance, numRuns, numShrinks, seed } = details;
  if (counterexample === null) throw new Error(fc.defaultReportMessage(details));
  const { currentTestName = "", testPath = "" } = expect.getState();
  const texts = linesIn(counterexample);
  const name = JSON.stringify(currentTestName.replaceAll(" > ", " "));
  const lines = [
    `The property fails at case ${numRuns}; the case was made smaller ${numShrinks} times.`,
    `Counterexample: ${texts.reduce((all, text, index) => all.replace(JSON.stringify(text), `<text ${index + 1}>`), fc.stringify(counterexample))}`,
    ...texts.map((text, index) => `--- text ${index + 1}\n${text}\n---`),
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `Again: GRANTWAVE_SEED=${seed} npx vitest run --testTimeout=0 ${relative(".", testPath)} -t ${name}`,
  ];
  throw new Error(lines.join("\n"), { cause: errorInstance });
}

/** Every text of more than one line in a value, from the outside in. */
function linesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim().includes("\n") ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(linesIn);
}
