import { request } from "node:http";
import { exchange } from "./exchange.ts";
import { withDeadline } from "./with-deadline.ts";

/** One question to one pod, over the pod network. */
export interface PodCall {
  /** In the order in which they are tried, until one answers: IPv4 or IPv6. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly path: string;
  /** More than this is no answer. */
  readonly mostBytes: number;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

export type PodReply =
  | { readonly answered: true; readonly status: number; readonly body: string }
  | { readonly answered: false; readonly because: string };

const headers = { "user-agent": "grantwave", accept: "*/*" };

/** Asks by GET without TLS. Redirects are not followed, and no proxy is asked, whatever the environment says. */
export async function askPod(call: PodCall): Promise<PodReply> {
  let because = "it has no address";
  for (const host of call.addresses) {
    const options = { host, port: call.port, path: call.path, agent: false, headers };
    try {
      const { mostBytes } = call;
      const answer = await withDeadline(call.signal, call.timeoutSeconds, (signal) =>
        exchange((onResponse) => request(options, onResponse), { mostBytes, signal }),
      );
      return { answered: true, status: answer.status, body: answer.body };
    } catch (error) {
      because = `${hostAndPort(host, call.port)}: ${whyNot(error)}`;
      if (call.signal.aborted) break;
    }
  }
  return { answered: false, because };
}

/** `ECONNREFUSED`, or words. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "it took too long";
  return "code" in error ? String(error.code) : error.message;
}

function hostAndPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
