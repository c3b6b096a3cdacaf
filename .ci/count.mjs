// The end of `.ci/run`: what has not run, and in the last line how many tests have passed and failed, over all parts. Reads
// the folder in which each part left `<name>.status`, its exit code, and `<name>.json`, vitest's report, where it runs
// tests; or `<name>.not-run`, the reason.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argv } from "node:process";

const folder = argv[2] ?? ".";
let passed = 0;
let failed = 0;
/** @type {string[]} */
const skipped = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".status"))) {
  const name = basename(file, ".status");
  const counted = countTests(join(folder, `${name}.json`));
  passed += counted.passed;
  for (const title of counted.skipped) skipped.push(`${name}: ${title}`);
  // A part that ended badly without a failed test counts as one: the line must not look green.
  const isBad = readFileSync(join(folder, file), "utf8").trim() !== "0";
  failed += isBad ? Math.max(counted.failed, 1) : counted.failed;
}
for (const file of readdirSync(folder).filter((name) => name.endsWith(".not-run"))) {
  console.log(`NOT RUN: ${basename(file, ".not-run")} (${readFileSync(join(folder, file), "utf8").trim()})`);
}
for (const title of skipped) console.log(`NOT RUN: ${title}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/**
 * @param {string} path of vitest's JSON report; a part without tests has none
 * @returns {{ passed: number, failed: number, skipped: readonly string[] }}
 */
function countTests(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
  try {
    const report = JSON.parse(text);
    // A file that cannot even be loaded has no tests that could fail.
    const unloaded = report.testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
        result.status === "failed" && result.assertionResults.length === 0,
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.testResults.flatMap(skippedTests),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: [] };
  }
}

/**
 * Titles of the tests that this machine could not run; those still to be written (`test.todo`) are not among them.
 * @param {{ assertionResults: readonly { status: string, fullName: string }[] }} file
 */
function skippedTests({ assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === "skipped" || status === "pending")
    .map(({ fullName }) => fullName);
}
