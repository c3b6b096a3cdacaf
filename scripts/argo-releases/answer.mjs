import { isDeepStrictEqual } from "node:util";
import { run } from "./run.mjs";

/**
 * One write of a sync, as release-order prints it.
 * @typedef {object} Step
 * @property {number} step
 * @property {number} group
 * @property {string} phase
 * @property {number} wave
 * @property {string} op
 * @property {string} apiVersion
 * @property {string} kind
 * @property {string} namespace
 * @property {string} name
 */

/**
 * A question to the sync code: what of it is recorded in `test/argo/oracle/`, and what these have not.
 * @typedef {object} Question
 * @property {string} id
 * @property {string} destinationNamespace
 * @property {boolean} [createNamespace]
 * @property {readonly unknown[]} manifests
 * @property {readonly string[]} [neverHealthy] `Kind/name` that stay Progressing
 * @property {readonly string[]} [degraded] `Kind/name` that become Degraded
 * @property {readonly string[]} [failing] `Kind/name` whose apply fails
 * @property {readonly string[]} [vanishing] `Kind/name` that somebody deletes as soon as it is applied
 */

/** @typedef {{ readonly order: readonly Step[], readonly outcome: string, readonly message: string }} Answer */

/**
 * What the sync code in a program does with the objects of each question.
 *
 * @param {string} program
 * @param {readonly Question[]} questions
 * @returns {Promise<readonly Answer[]>}
 */
export async function ask(program, questions) {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
  const output = await run(program, [], { cwd: "/", input });
  return output
    .trimEnd()
    .split("\n")
    .map((line) => {
      /** @type {Answer} */
      const { order, outcome, message } = JSON.parse(line);
      return { order: inOneOrder(order), outcome, message };
    });
}

/**
 * Hooks of one step are deleted at the same time: their order and the numbers of their groups mean nothing.
 *
 * @param {readonly Step[]} order
 * @returns {readonly Step[]}
 */
export function inOneOrder(order) {
  const at = order.flatMap(({ op }, position) => (op === "hook-delete" ? [position] : []));
  const deletions = at
    .flatMap((position) => order[position] ?? [])
    .sort((a, b) => a.step - b.step || (nameOf(a) < nameOf(b) ? -1 : 1));
  const sorted = [...order];
  at.forEach((position, turn) => {
    const deletion = deletions[turn];
    if (deletion !== undefined) sorted[position] = { ...deletion, group: 0 };
  });
  return sorted;
}

/** @param {Step} step */
function nameOf({ kind, namespace, name }) {
  return `${kind}/${namespace}/${name}`;
}

/**
 * In which parts two answers differ.
 *
 * @param {Answer} a
 * @param {Answer} b
 * @returns {readonly ("order" | "outcome" | "message")[]}
 */
export function difference(a, b) {
  return /** @type {const} */ (["order", "outcome", "message"]).filter(
    (part) => !isDeepStrictEqual(a[part], b[part]),
  );
}

/**
 * An answer that a person can read: one line a write.
 *
 * @param {Answer} answer
 */
export function readable({ order, outcome, message }) {
  return {
    steps: order.map(
      ({ step, op, phase, wave, kind, name }) => `${step}: ${op} ${kind}/${name} (${phase}, wave ${wave})`,
    ),
    outcome,
    message,
  };
}
