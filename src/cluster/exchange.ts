import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";

/** A whole answer over HTTP. */
export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What was answered is more than anybody should hold in memory. */
export class TooLargeError extends Error {}

export interface ExchangeBounds {
  /** More than this is no answer. */
  readonly mostBytes: number;
  /** Ends the exchange, whatever the other side is doing: connecting, answering or half way through. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads its answer. The signal is listened to here and not left to the request, so that it ends an
 * answer that has begun as surely as one that has not.
 *
 * @param begin makes the request, with the listener for its response.
 */
export function exchange(
  begin: (onResponse: (response: IncomingMessage) => void) => ClientRequest,
  { mostBytes, signal }: ExchangeBounds,
  body?: string,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    function end(error: unknown): void {
      signal.removeEventListener("abort", onAbort);
      reject(error);
      sent.destroy();
    }
    const onAbort = () => end(signal.reason);
    const sent = begin((response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) end(new TooLargeError("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", end);
      response.on("end", () => {
        signal.removeEventListener("abort", onAbort);
        const { headers, statusCode = 0 } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.on("error", end);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else sent.end(body);
  });
}
