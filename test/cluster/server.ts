import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lifetime } from "./lifetime.mjs";
import { type Patience, waitUntil } from "./wait-until.ts";

/** A program that runs until its lifetime ends. */
export interface Server {
  readonly name: string;
  readonly pid: number;
  /** Rejects when the program ends. */
  readonly ended: Promise<never>;
  /** Asks it and its group to end, and waits until it has. */
  terminate(): Promise<void>;
  /** What it has printed so far, at all of its starts. */
  log(): string;
  /** waitUntil, but over at once when the program ends; a failure shows the end of its log. */
  waitUntil<Answer>(
    what: string,
    patience: Patience,
    ask: () => Promise<Answer | undefined | false>,
  ): Promise<Answer>;
}

export interface ServerOptions {
  /** On top of the little that every server gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program in a process group of its own, in the lifetime's folder, with its output in NAME.log there. */
export function startServer(
  lifetime: Lifetime,
  name: string,
  command: readonly [string, ...string[]],
  options: ServerOptions = {},
): Server {
  const logFile = join(lifetime.folder, `${name}.log`);
  const output = openSync(logFile, "a");
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: lifetime.folder,
    detached: true,
    env: { PATH: process.env["PATH"] ?? "", HOME: lifetime.folder, ...options.env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.on("error", () => {}); // an unset pid says so
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name}: ${program} cannot be started`);
  lifetime.endsProcess(pid);
  child.unref();
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code, signal) =>
      reject(new Error(`${name} ended (exit code ${code}, signal ${signal})`)),
    );
  });
  ended.catch(() => {}); // nobody may be waiting
  function log(): string {
    return readFileSync(logFile, "utf8");
  }
  return {
    name,
    pid,
    ended,
    async terminate() {
      process.kill(-pid, "SIGTERM");
      await waitUntil(`${name} to end`, { seconds: 30 }, () => !hasGroup(pid));
    },
    log,
    async waitUntil(what, patience, ask) {
      try {
        return await Promise.race([waitUntil(what, patience, ask), ended]);
      } catch (cause) {
        throw new Error(`${(cause as Error).message}\n${name} said last:\n${lastLines(log())}`, { cause });
      }
    },
  };
}

function hasGroup(id: number): boolean {
  try {
    return process.kill(-id, 0);
  } catch {
    return false;
  }
}

function lastLines(log: string): string {
  return log.trimEnd().split("\n").slice(-15).join("\n");
}
