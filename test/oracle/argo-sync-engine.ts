import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import type { OracleCase, OracleQuestion } from "../argo/objects.ts";

/** Argo CD's sync code in a process of its own, which answers one question after the other. */
export class ArgoSyncEngine {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;
  #said = "";

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (text) => {
      this.#said += text;
    });
  }

  /** Builds the program if it is not there yet, which takes a minute the first time. */
  static async start(): Promise<ArgoSyncEngine> {
    return new ArgoSyncEngine(spawn(await ensureGoProgram("argo-sync")));
  }

  async ask(question: OracleQuestion): Promise<OracleCase> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`argo-sync gave no answer: ${this.#said}`);
    return JSON.parse(value) as OracleCase;
  }

  stop(): void {
    this.#child.kill();
  }
}
