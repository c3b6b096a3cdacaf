import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * What one release answered.
 * @typedef {object} ReleaseAnswers
 * @property {string} engine where its sync code is from
 * @property {Readonly<Record<string, readonly string[]>>} differ the recorded inputs with another answer, and in what
 * @property {Readonly<Record<string, { steps: readonly string[], outcome: string, message: string }>>} cases
 * @property {{ readonly of: string, readonly missing: readonly string[], readonly gone: readonly string[] }} health
 *   kinds whose health it does not know and 3.6.1 does, and the other way round
 */

/**
 * @typedef {object} Answers
 * @property {number} inputs how many recorded inputs were put to each release
 * @property {readonly string[]} luaChecks of 3.6.1
 * @property {Record<string, ReleaseAnswers>} releases newest first
 */

/** @returns {Answers} */
export function readAnswers() {
  return JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../../test/oracle/releases/answers.json"), "utf8"),
  );
}

/** The table of docs/argo-cd.md: how many recorded inputs a release answers as 3.6.1 does, and in what it differs. */
export function releaseTable() {
  const { inputs, releases } = readAnswers();
  const rows = Object.entries(releases).map(([release, { engine, differ, health }]) => {
    const parts = Object.values(differ);
    const count = (/** @type {string} */ part) => parts.filter((each) => each.includes(part)).length;
    return [
      `| ${release}`,
      `\`${engine}\``,
      `${inputs - parts.length} of ${inputs}`,
      ...["order", "outcome", "message"].map((part) => count(part) || "–"),
      `${health.missing.length || "–"} |`,
    ].join(" | ");
  });
  return [
    "| Argo CD | sync code that was asked | answers alike | order differs | outcome differs | message differs | Lua checks missing |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
