import { type RequestOptions, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { OutsideError } from "../errors.ts";
import { exchange, TooLargeError } from "./exchange.ts";

/** Where an API server is, and what it is shown. */
export interface ApiConnection {
  /** For messages: `10.0.0.1:443`. */
  readonly where: string;
  /** What stands before every path, for servers behind a proxy; empty for most. */
  readonly basePath: string;
  /** Address, certificates and headers, as `node:https` takes them. */
  readonly options: RequestOptions;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  /** The server's clock when it answered, in milliseconds since 1970, cut to whole seconds; undefined where it does not say. */
  readonly dateMs: number | undefined;
  /** How long the server asks us to leave it alone, where it says so (a busy one: 429, 503). */
  readonly retryAfterSeconds: number | undefined;
}

export interface ApiCall {
  readonly path: string;
  readonly accept: string;
  /** Makes it a POST: for questions that the API wants posted, such as access reviews. */
  readonly body?: string;
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
 * One call of the API server; a second one where the first met what passes by itself, such as a server that is being
 * replaced. Redirects are not followed.
 *
 * @throws OutsideError where no answer came.
 */
export async function callApi(connection: ApiConnection, call: ApiCall): Promise<ApiAnswer> {
  try {
    const answer = await send(connection, call);
    if (!passing.has(answer.status)) return answer;
  } catch (error) {
    if (!passingErrors.has(codeOf(error))) throw failure(connection, error, call.signal);
  }
  try {
    await sleep(pauseMs, undefined, { signal: call.signal });
    return await send(connection, call);
  } catch (error) {
    throw failure(connection, error, call.signal);
  }
}

async function send(
  { basePath, options }: ApiConnection,
  { accept, body, path, signal }: ApiCall,
): Promise<ApiAnswer> {
  const headers = {
    ...options.headers,
    accept,
    "user-agent": "grantwave",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const method = body === undefined ? "GET" : "POST";
  const answer = await exchange(
    (onResponse) => request({ ...options, path: basePath + path, method, headers }, onResponse),
    { mostBytes, signal },
    body,
  );
  return {
    status: answer.status,
    body: answer.body,
    dateMs: numberOrNothing(Date.parse(answer.headers.date ?? "")),
    retryAfterSeconds: numberOrNothing(Number.parseInt(answer.headers["retry-after"] ?? "", 10)),
  };
}

function numberOrNothing(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function failure({ where }: ApiConnection, error: unknown, signal: AbortSignal): OutsideError {
  if (error instanceof TooLargeError) {
    return new OutsideError(
      `the API server at ${where} answered with more than ${mostBytes / 1024 / 1024} MiB`,
      {
        hint: "no object is that large: is it an API server, or something in front of one?",
        cause: error,
      },
    );
  }
  const code = codeOf(error);
  const why = signal.aborted ? whyAborted(signal) : (code ?? (error instanceof Error ? error.message : "?"));
  return new OutsideError(`the API server at ${where} gave no answer (${why})`, {
    hint: "check that it is up, that network policies let this pod or machine reach it, and its certificate",
    cause: error,
  });
}

function whyAborted({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === "TimeoutError" ? "it took too long" : "interrupted";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
