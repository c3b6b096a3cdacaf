import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OutsideError } from "../errors.ts";
import type { Answer, Asked } from "./answer.ts";

/** Where to listen; without a host on all addresses, of both families where there are two. */
export interface ListenAddress {
  readonly host: string | undefined;
  readonly port: number;
}

export interface Listening {
  /** `[::]:9464` */
  readonly where: string;
  /** Ends at once, whoever is being answered. */
  stop(): Promise<void>;
}

/** Answers of this server need no time, so whoever is slow is cut off, and nobody can hold more than a few connections. */
const limits = { headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 5000, maxHeaderSize: 8192 };
const mostConnections = 64;

/**
 * Serves answers by HTTP.
 *
 * @throws OutsideError where the address cannot be listened on.
 */
export async function serve(
  { host, port }: ListenAddress,
  answer: (asked: Asked) => Answer,
): Promise<Listening> {
  const server = createServer(limits, (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const { body, contentType, status } = answer({ method: request.method ?? "GET", path });
    // What is sent along is not read: the connection is closed instead.
    const headers = { "content-type": contentType, "cache-control": "no-store" };
    const close = request.method === "GET" || request.method === "HEAD" ? {} : { connection: "close" };
    response.writeHead(status, { ...headers, ...close });
    response.end(body);
  });
  server.maxConnections = mostConnections;
  server.listen({ port, ...(host === undefined ? {} : { host }) });
  try {
    await once(server, "listening");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
    throw new OutsideError(`port ${port} cannot be listened on (${code})`, {
      hint: "--listen names another port; the configuration of the signer has it as readiness.port",
      cause,
    });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    where: family === "IPv6" ? `[${address}]:${actual}` : `${address}:${actual}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
