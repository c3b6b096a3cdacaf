import { OutsideError } from "../errors.ts";
import { type ApiConnection, callApi } from "./api-call.ts";
import type { PodReply } from "./ask-pod.ts";

/** One question to one pod, by way of the API server: for whoever is not on the pod network. */
export interface ProxiedCall {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** Begins with a slash. */
  readonly path: string;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** Asks by GET; needs the right to get `pods/proxy`. An answer of the API server itself is one with its status. */
export async function askPodByApi(connection: ApiConnection, call: ProxiedCall): Promise<PodReply> {
  const pod = `/api/v1/namespaces/${encodeURIComponent(call.namespace)}/pods/${encodeURIComponent(call.name)}`;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutSeconds * 1000)]);
  try {
    const path = `${pod}:${call.port}/proxy${call.path}`;
    const { body, status } = await callApi(connection, { path, accept: "*/*", signal });
    return { answered: true, status, body };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { answered: false, because: error.message };
  }
}
