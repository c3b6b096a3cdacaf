import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import type { KnownWebhook } from "../known-webhook.ts";
import type { LockoutRule } from "../rule.ts";

/** LO009: the API server finds nobody behind the Service of a webhook. */
export const missingBackend: LockoutRule = {
  id: "LO009",
  find: ({ model }) =>
    closedWebhooks(model).flatMap((known) => {
      const problem = problemOf(known);
      return problem === undefined ? [] : [webhookFinding("webhook-backend-missing", known, problem)];
    }),
};

function problemOf({ backend, webhook }: KnownWebhook): string | undefined {
  const { clientConfig } = webhook;
  if (clientConfig.kind !== "service" || backend.kind === "outside") return undefined;
  const name = `Service/${clientConfig.namespace}/${clientConfig.name}`;
  const { service } = backend;
  if (service === undefined) return `${name} is not part of these manifests`;
  if (textAt(service.value, "spec", "clusterIP") === "None") {
    return `${name} is headless, and the API server needs its address`;
  }
  if (!portsOf(service).includes(clientConfig.port)) return `${name} has no port ${clientConfig.port}`;
  return backend.kind === "unknown" ? `${name} selects no pods of these manifests` : undefined;
}

function portsOf({ value }: Manifest): readonly unknown[] {
  const ports = valueAt(value, "spec", "ports");
  return Array.isArray(ports) ? ports.map((port) => valueAt(port, "port")) : [];
}
