// Ends what a test has started: reads from standard input what that is, one JSON object a line, and undoes all of it, the
// newest first, when standard input ends. It is a process of its own since that also happens when the test's process is
// killed. Exits 1, with the reasons on stderr, where something could not be undone.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * One line: `process` is the id of a process, usually the leader of a group; `folder` is removed with all that is in it;
 * `command` is run.
 * @typedef {{ process?: number, folder?: string, command?: readonly string[] }} Started
 */

const goneWithinMs = 20_000;

/** @type {(() => Promise<void> | void)[]} */
const undo = [];

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Started} */
  const started = JSON.parse(line);
  const { process: id, folder, command } = started;
  if (id !== undefined) {
    const since = startOf(id);
    undo.push(() => endProcess(id, since));
  }
  if (folder !== undefined) undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (command?.[0] !== undefined) {
    const [program, ...args] = command;
    undo.push(() => void execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] }));
  }
}

for (const step of undo.reverse()) {
  try {
    await step();
  } catch (error) {
    process.exitCode = 1;
    complain(error);
  }
}

/**
 * Kills a process and its group, and waits until it is gone.
 * @param {number} id
 * @param {string | undefined} since
 */
async function endProcess(id, since) {
  const now = startOf(id);
  // The id belongs to somebody else by now. While a group has members its id is not given away.
  if (now !== undefined && now !== since) return;
  if (!kill(-id) && !kill(id)) return;
  const end = Date.now() + goneWithinMs;
  while (startOf(id) === since) {
    if (since === undefined) return;
    if (Date.now() > end) throw new Error(`process ${id} did not end`);
    await sleep(20);
  }
}

/** @param {number} id */
function kill(id) {
  try {
    process.kill(id, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/**
 * When a process started, in the kernel's clock ticks; undefined where there is none, or only its remains (proc(5)).
 * @param {number} id
 */
function startOf(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
function complain(error) {
  process.stderr.on("error", () => {}); // nobody may be left to read it
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
}
