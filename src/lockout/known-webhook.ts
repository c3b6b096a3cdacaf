import { findBackends } from "../admission/backends.ts";
import type { ClientConfig, Webhook } from "../admission/webhook.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { type Workload, workloadOf } from "./workload.ts";

/** Who answers a webhook, an APIService or a conversion. */
export type Backend =
  | {
      readonly kind: "inside";
      readonly workloads: readonly Workload[];
      readonly service: Manifest | undefined;
    }
  /** Somebody outside of this cluster. */
  | { readonly kind: "outside" }
  /** A Service whose pods the manifests do not have; null where not even its name is known. */
  | {
      readonly kind: "unknown";
      readonly namespace: string | null;
      readonly name: string;
      readonly service: Manifest | undefined;
    };

/** A webhook with those who answer it. */
export interface KnownWebhook {
  readonly webhook: Webhook;
  readonly backend: Backend;
}

/** Finds who answers, by the Services and workloads of a render. */
export function backendFinder(manifests: readonly Manifest[]): (config: ClientConfig) => Backend {
  const byNamespace = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const isService = manifest.ref.group === "" && manifest.ref.kind === "Service";
    if (!isService && workloadOf(manifest) === undefined) continue;
    const beside = byNamespace.get(manifest.ref.namespace) ?? [];
    beside.push(manifest);
    byNamespace.set(manifest.ref.namespace, beside);
  }
  return (clientConfig) => {
    const address = addressOf(clientConfig);
    const beside = byNamespace.get(address?.namespace ?? "") ?? [];
    const found = findBackends({ clientConfig }, beside);
    if (found === "outside") return { kind: "outside" };
    const service = beside.findLast(({ ref }) => ref.kind === "Service" && ref.name === address?.name);
    const workloads = found === "unknown" ? [] : found.flatMap((manifest) => workloadOf(manifest) ?? []);
    if (workloads.length > 0) return { kind: "inside", workloads, service };
    return { kind: "unknown", namespace: address?.namespace ?? null, name: address?.name ?? "", service };
  };
}

function addressOf(config: ClientConfig): { readonly namespace: string; readonly name: string } | undefined {
  if (config.kind === "service") return config;
  if (config.kind === "none" || !URL.canParse(config.url)) return undefined;
  const [, name, namespace] = /^([^.]+)\.([^.]+)\.svc(?:\.|$)/.exec(new URL(config.url).hostname) ?? [];
  return name === undefined || namespace === undefined ? undefined : { name, namespace };
}
