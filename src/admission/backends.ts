import { isObject, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import { refKey } from "../manifest/object-ref.ts";
import { stringMap } from "./request.ts";
import type { ClientConfig, Webhook } from "./webhook.ts";

/**
 * The workloads of a render whose pods answer a webhook: its Service, the pods that the Service selects, and what makes
 * them. `outside`: no pod of this cluster answers, as far as the address tells. `unknown`: nothing in the render does.
 */
export function findBackends(
  webhook: Pick<Webhook, "clientConfig">,
  manifests: readonly Manifest[],
): readonly Manifest[] | "unknown" | "outside" {
  const address = serviceOf(webhook.clientConfig);
  if (address === "unknown" || address === "outside") return address;
  const service = manifests.findLast(
    ({ ref }) =>
      ref.group === "" &&
      ref.kind === "Service" &&
      ref.namespace === address.namespace &&
      ref.name === address.name,
  );
  if (service === undefined) return "unknown";
  if (textAt(service.value, "spec", "type") === "ExternalName") return "outside";
  const selector = Object.entries(stringMap(valueAt(service.value, "spec", "selector")) ?? {});
  // Without a selector somebody else says where the Service leads.
  if (selector.length === 0) return "unknown";
  const backends = new Map<string, Manifest>();
  for (const manifest of manifests) {
    if (manifest.ref.namespace !== address.namespace) continue;
    const labels = podLabels(manifest);
    const isSelected = selector.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
    if (isSelected) backends.set(refKey(manifest.ref), manifest);
  }
  return backends.size === 0 ? "unknown" : [...backends.values()];
}

/** An address under `.svc` is a Service too, found through the DNS of the API server's host. */
function serviceOf(
  config: ClientConfig,
): { readonly namespace: string; readonly name: string } | "unknown" | "outside" {
  if (config.kind === "service") return config;
  if (config.kind === "none" || !URL.canParse(config.url)) return "unknown";
  const host = /^([^.]+)\.([^.]+)\.svc(?:\.|$)/.exec(new URL(config.url).hostname);
  const [, name, namespace] = host ?? [];
  return name === undefined || namespace === undefined ? "outside" : { namespace, name };
}

const noLabels: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/**
 * The labels of the pods that an object is or makes: a Pod's own, else those of a pod template by its shape, in
 * whatever kind. Pods of Jobs come and go, and serve nothing.
 */
function podLabels({ ref, value }: Manifest): Readonly<Record<string, string>> {
  if (ref.group === "batch") return noLabels;
  const isPod = ref.group === "" && ref.kind === "Pod";
  const pod = isPod ? value : valueAt(value, "spec", "template");
  if (!isObject(valueAt(pod, "spec"))) return noLabels;
  return stringMap(valueAt(pod, "metadata", "labels")) ?? noLabels;
}
