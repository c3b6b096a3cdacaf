/** Everything of the process that a command may touch; only `main.ts` makes one from the real process. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Whether there is somebody who can be asked. */
  readonly stdinIsTerminal: boolean;
  /** The product: written once, when everything is known. */
  readonly stdout: OutputStream;
  /** Everything else. */
  readonly stderr: OutputStream;
  /** Milliseconds since the process was started. */
  readonly now: () => number;
  /** Aborted when the process is asked to end (SIGINT, SIGTERM). */
  readonly signal: AbortSignal;
}

export interface OutputStream {
  /** Resolves when the text has been handed over; rejects where the reader is gone. */
  write(text: string | Uint8Array): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
  readonly colour: boolean;
}
