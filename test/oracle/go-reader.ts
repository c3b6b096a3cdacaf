import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";

/** What Argo CD makes of a stream, or why it refuses it. */
export type GoReading =
  | { readonly refused: string; readonly by: "plugin server" | "repo-server" }
  /** The JSON of every object, items of lists being objects of their own. */
  | { readonly objects: readonly string[] };

interface Answer {
  readonly split: readonly string[];
  readonly splitError?: string;
  readonly objects: readonly { readonly json?: readonly string[]; readonly error?: string }[];
}

/** Argo CD's own reading of a plugin's output: first the plugin server's, then the repo-server's. */
export class GoReader {
  readonly #child;
  readonly #lines;

  private constructor(program: string) {
    this.#child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<GoReader> {
    return new GoReader(await ensureGoProgram("yaml-reader"));
  }

  async read(streams: readonly string[]): Promise<readonly GoReading[]> {
    const readings: GoReading[] = [];
    // In bunches, so that neither side waits for the other to empty its pipe.
    for (let start = 0; start < streams.length; start += 50) {
      const bunch = streams.slice(start, start + 50);
      const questions = bunch.map((text) => JSON.stringify({ stream: Buffer.from(text).toString("base64") }));
      this.#child.stdin.write(`${questions.join("\n")}\n`);
      for (const _ of bunch) readings.push(toReading(JSON.parse((await this.#lines.next()).value ?? "null")));
    }
    return readings;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = once(this.#child, "close");
    this.#child.stdin.end();
    await closed;
  }
}

function toReading(answer: Answer): GoReading {
  if (answer.splitError !== undefined) return { refused: answer.splitError, by: "plugin server" };
  const broken = answer.objects.find(({ error }) => error !== undefined)?.error;
  if (broken !== undefined) return { refused: broken, by: "repo-server" };
  const texts = answer.objects.flatMap(({ json = [] }) => json);
  return { objects: texts.map((text) => Buffer.from(text, "base64").toString("utf8")) };
}
