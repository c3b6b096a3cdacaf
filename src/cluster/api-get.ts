import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { OutsideError } from "../errors.ts";
import type { ApiServer } from "./service-account.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

export interface GetOptions {
  readonly accept: string;
  /** Ends the wait, whatever the server is doing: connecting, answering or half way through. */
  readonly signal: AbortSignal;
}

/** An Application keeps the state of its objects in itself, but no object of the API server is larger than this. */
const mostBytes = 8 * 1024 * 1024;

/** Answers of a server that is starting, ending or has too much to do. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const passingErrors: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE"]);
const pauseMs = 300;

/**
 * One GET on the API server; a second one where the first met what passes by itself, such as a server that is being
 * replaced. Redirects are not followed, proxies not used, and the server's certificate is checked whatever the
 * environment says.
 *
 * @throws OutsideError where no answer came.
 */
export async function getFromApi(server: ApiServer, path: string, options: GetOptions): Promise<ApiAnswer> {
  try {
    const answer = await get(server, path, options);
    if (!passing.has(answer.status)) return answer;
  } catch (error) {
    if (!passingErrors.has(codeOf(error))) throw failure(server, error, options.signal);
  }
  try {
    await sleep(pauseMs, undefined, { signal: options.signal });
    return await get(server, path, options);
  } catch (error) {
    throw failure(server, error, options.signal);
  }
}

function get(server: ApiServer, path: string, { accept, signal }: GetOptions): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { accept, authorization: `Bearer ${server.token}`, "user-agent": "grantwave" };
    const { ca, host, port } = server;
    const options = { host, port, path, ca, headers, signal, agent: false, rejectUnauthorized: true };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) call.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    call.on("error", reject);
    call.end();
  });
}

function failure({ host, port }: ApiServer, error: unknown, signal: AbortSignal): OutsideError {
  const where = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const code = codeOf(error);
  const why = signal.aborted ? whyAborted(signal) : (code ?? (error instanceof Error ? error.message : "?"));
  return new OutsideError(`the API server at ${where} gave no answer (${why})`, {
    hint: "check that it is up, that network policies let argocd-repo-server reach it, and its certificate",
    cause: error,
  });
}

function whyAborted({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === "TimeoutError" ? "it took too long" : "interrupted";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
