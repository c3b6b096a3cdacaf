import { OutsideError } from "../errors.ts";
import { quote } from "../quote.ts";
import { type ApiConnection, callApi } from "./api-call.ts";

/** One pod, and no other that has come to bear its name. */
export interface PodIdentity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export interface EvictionAnswer {
  /** `gone`: the pod was no longer there, or another one has its name. `refused`: a budget, a right or a webhook forbids it. */
  readonly outcome: "evicted" | "gone" | "refused";
  /** The API server's own words where it refused. */
  readonly says: string | undefined;
}

const deadlineSeconds = 30;
/** What the API server means by them (kubernetes 1.37 `pkg/registry/core/pod/storage/eviction.go`). */
const outcomes: ReadonlyMap<number, EvictionAnswer["outcome"]> = new Map([
  [200, "evicted"],
  [201, "evicted"],
  [404, "gone"],
  [409, "gone"],
  [403, "refused"],
  [422, "refused"],
  [429, "refused"],
]);

/**
 * Asks for the eviction of one pod (policy/v1), so that disruption budgets are respected; with `dryRun` everything is asked
 * and nothing done.
 *
 * @throws OutsideError where the API server does not answer, or fails.
 */
export async function evictPod(
  connection: ApiConnection,
  { name, namespace, uid }: PodIdentity,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<EvictionAnswer> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/eviction`;
  const answer = await callApi(connection, {
    path: dryRun ? `${path}?dryRun=All` : path,
    accept: "application/json",
    body: JSON.stringify({
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { namespace, name },
      deleteOptions: { preconditions: { uid } },
    }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineSeconds * 1000)]),
  });
  const outcome = outcomes.get(answer.status);
  const says = messageOf(answer.body);
  if (outcome === undefined) {
    throw new OutsideError(
      `${connection.where} answered ${answer.status} when asked to evict ${namespace}/${name}: ${quote(says, 300)}`,
      { hint: "look at the API server's own log" },
    );
  }
  return { outcome, says: outcome === "refused" ? says : undefined };
}

function messageOf(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const message = typeof value === "object" && value !== null && "message" in value ? value.message : "";
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
