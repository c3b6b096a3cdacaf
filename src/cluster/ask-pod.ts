import { type RequestOptions, request } from "node:http";

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

/** Asks by GET without TLS. Redirects are not followed, and no proxy is asked, whatever the environment says. */
export async function askPod(call: PodCall): Promise<PodReply> {
  let because = "it has no address";
  for (const host of call.addresses) {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutSeconds * 1000)]);
    try {
      return await send({ host, port: call.port, path: call.path, agent: false, signal }, call.mostBytes);
    } catch (error) {
      because = `${hostAndPort(host, call.port)}: ${whyNot(error)}`;
      if (call.signal.aborted) break;
    }
  }
  return { answered: false, because };
}

function send(options: RequestOptions, mostBytes: number): Promise<PodReply> {
  return new Promise((resolve, reject) => {
    const headers = { "user-agent": "grantwave", accept: "*/*" };
    const sent = request({ ...options, headers }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) sent.destroy(new Error(`the answer is longer than ${mostBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("aborted", () => reject(new Error("the answer broke off")));
      response.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        resolve({ answered: true, status: response.statusCode ?? 0, body });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
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
