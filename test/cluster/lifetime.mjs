// Plain JavaScript, so that a process without a test runner can use it too.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * What was started together and ends together, whatever happens to the process that started it.
 *
 * @typedef {object} Lifetime
 * @property {string} folder a private one with a short path (sockets stand in it), removed last of all
 * @property {(id: number) => void} endsProcess kills a process at the end, with its group if it leads one
 * @property {(command: readonly string[]) => void} runsAtEnd runs a command at the end, after what was named later has
 *   been undone
 * @property {() => Promise<void>} end undoes everything, the newest first; rejects where something could not be undone
 */

/**
 * Begins a lifetime. Its end is in the hands of `keeper.mjs`, a process of its own: it acts when `end` is called, and just
 * the same when this process exits or is killed.
 *
 * @param {string} name
 * @returns {Promise<Lifetime>}
 */
export async function beginLifetime(name) {
  const folder = await mkdtemp(join(tmpdir(), `gw-${name}-`));
  const keeper = spawn(process.execPath, [join(import.meta.dirname, "keeper.mjs")], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const complaints = text(keeper.stderr);
  const closed = once(keeper, "close");
  // It must not keep alive whom it waits for.
  const ends = /** @type {import("node:net").Socket[]} */ ([keeper.stdin, keeper.stderr]);
  keeper.unref();
  for (const end of ends) end.unref();
  /** @param {import("./keeper.mjs").Started} started */
  function note(started) {
    keeper.stdin.write(`${JSON.stringify(started)}\n`);
  }
  note({ folder });
  return {
    folder,
    endsProcess: (id) => note({ process: id }),
    runsAtEnd: (command) => note({ command }),
    async end() {
      keeper.ref();
      for (const end of ends) end.ref();
      keeper.stdin.end();
      const [code] = await closed;
      if (code !== 0) throw new Error(`${name} was not ended cleanly: ${await complaints}`);
    },
  };
}
