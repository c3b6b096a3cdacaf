#!/usr/bin/env node
// `npm run oracle:releases`: asks the sync code of each release of Argo CD what it does with the recorded inputs
// (test/argo/oracle, which are the answers of 3.6.1 and of our model) and with the cases that show how releases differ.
// The answers are in test/oracle/releases/answers.json; `--write` writes them anew, without it a difference is an error.
// `--only 3.5.1,3.4.7` asks some. Needs Go and git; the first run builds for half an hour, others take some minutes.
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ask, difference, inOneOrder, readable } from "./argo-releases/answer.mjs";
import { ensureEngine, releasesCache } from "./argo-releases/engine.mjs";
import { folderOfModule } from "./argo-releases/engine-source.mjs";
import { luaHealthChecks } from "./argo-releases/health-checks.mjs";
import { releases } from "./argo-releases/releases.mjs";

/** @typedef {import("./argo-releases/answer.mjs").Question} Question */
/** @typedef {import("./argo-releases/answer.mjs").Answer} Answer */

const root = resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { write: { type: "boolean" }, only: { type: "string" } } });
const only = values.only?.split(",");

const recorded = [...(await recordedAnswers("cases")), ...(await recordedAnswers("hooks-and-namespaces"))];
/** @type {readonly Question[]} */
const cases = JSON.parse(await readFile(resolve(root, "test/oracle/releases/cases.json"), "utf8"));
const file = resolve(root, "test/oracle/releases/answers.json");
/** @type {import("./argo-releases/answers.mjs").Answers} */
const before = JSON.parse(await readFile(file, "utf8"));

const cache = await releasesCache();
const newest = await luaHealthChecks(await folderOfModule("github.com/argoproj/argo-cd/v3@v3.6.1", cache));
/** @type {import("./argo-releases/answers.mjs").Answers} */
const after = { ...before, inputs: recorded.length, luaChecks: newest, releases: { ...before.releases } };
for (const release of releases) {
  if (only !== undefined && !only.includes(release.release)) continue;
  console.error(`asking ${release.release} …`);
  const program = await ensureEngine(release);
  const answers = await ask(program, [...recorded, ...cases]);
  /** @type {Record<string, readonly string[]>} */
  const differ = {};
  for (const [at, known] of recorded.entries()) {
    const parts = difference(answerAt(answers, at), known);
    if (parts.length > 0) differ[known.id] = parts;
  }
  const toCases = cases.map(({ id }, at) => [id, readable(answerAt(answers, recorded.length + at))]);
  const checks = await luaHealthChecks(await folderOfModule(release.argoCd, cache));
  after.releases[release.release] = {
    engine:
      "tag" in release.engine
        ? `gitops-engine of tag ${release.engine.tag}`
        : `${release.engine.module}@${release.engine.version}`,
    differ,
    cases: Object.fromEntries(toCases),
    health: {
      of: release.argoCd,
      missing: newest.filter((check) => !checks.includes(check)),
      gone: checks.filter((check) => !newest.includes(check)),
    },
  };
}

after.releases = Object.fromEntries(
  releases.flatMap(({ release }) => {
    const answered = after.releases[release];
    return answered === undefined ? [] : [[release, answered]];
  }),
);
const text = `${JSON.stringify(after, undefined, 2)}\n`;
if (values.write) {
  await writeFile(file, text);
} else if (text !== `${JSON.stringify(before, undefined, 2)}\n`) {
  console.error(
    "the answers are no longer those of test/oracle/releases/answers.json: --write, and read the difference",
  );
  process.exitCode = 1;
}

/**
 * @param {readonly Answer[]} answers
 * @param {number} at
 */
function answerAt(answers, at) {
  const answer = answers[at];
  if (answer === undefined) throw new Error(`there are ${answers.length} answers, none at ${at}`);
  return answer;
}

/**
 * @param {string} name
 * @returns {Promise<readonly (Question & Answer)[]>}
 */
async function recordedAnswers(name) {
  const lines = (await readFile(resolve(root, `test/argo/oracle/${name}.jsonl`), "utf8"))
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    /** @type {Question & Answer} */
    const known = JSON.parse(line);
    return { ...known, order: inOneOrder(known.order) };
  });
}
