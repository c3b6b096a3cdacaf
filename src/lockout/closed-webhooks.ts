import { type Finding, type FindingArgs, type FindingCode, finding } from "../findings/finding.ts";
import type { KnownWebhook } from "./known-webhook.ts";
import type { LockoutModel } from "./model.ts";
import { replicasOf, type Workload } from "./workload.ts";

/** Codes whose words need the name of a webhook and something about it. */
export type WebhookCode = {
  [C in FindingCode]: FindingArgs[C] extends { webhook: string; what: string } ? C : never;
}[FindingCode];

/** The webhooks without whose answer the API server refuses what they see, and that somebody in the cluster answers. */
export function closedWebhooks({ webhooks }: LockoutModel): readonly KnownWebhook[] {
  return webhooks.filter(
    ({ backend, webhook }) => webhook.failurePolicy === "Fail" && backend.kind !== "outside",
  );
}

/** A finding about a webhook, its configuration in front. */
export function webhookFinding(
  code: WebhookCode,
  { webhook }: Pick<KnownWebhook, "webhook">,
  what: string,
  isPossible = false,
): Finding {
  const where = { refs: [webhook.config], source: webhook.source, isPossible };
  return finding(code, where, { webhook: webhook.name, what });
}

/** A workload that answers fail-closed webhooks, with one of them. */
export interface ClosedBackend {
  readonly workload: Workload;
  readonly webhook: KnownWebhook["webhook"];
  /** Undefined where something else than a number in the manifest decides. */
  readonly replicas: number | undefined;
}

/** Each workload that answers fail-closed webhooks, once. */
export function closedBackends(model: LockoutModel): readonly ClosedBackend[] {
  const found = new Map<Workload["manifest"], ClosedBackend>();
  for (const { backend, webhook } of closedWebhooks(model)) {
    if (backend.kind !== "inside") continue;
    for (const workload of backend.workloads) {
      if (found.has(workload.manifest)) continue;
      found.set(workload.manifest, { workload, webhook, replicas: replicasIn(workload, model) });
    }
  }
  return [...found.values()];
}

function replicasIn(workload: Workload, { surroundings }: LockoutModel): number | undefined {
  const { kind, name, namespace } = workload.manifest.ref;
  for (const { ref, value } of surroundings.manifests) {
    if (ref.kind !== "HorizontalPodAutoscaler" || ref.namespace !== namespace) continue;
    const spec = value["spec"] as Readonly<Record<string, unknown>> | undefined;
    const target = spec?.["scaleTargetRef"] as Readonly<Record<string, unknown>> | undefined;
    if (target?.["kind"] !== kind || target["name"] !== name) continue;
    const least = spec?.["minReplicas"];
    return typeof least === "number" ? least : 1;
  }
  return replicasOf(workload);
}

/** A finding about a workload behind a webhook, the workload in front. */
export function backendFinding(
  code: WebhookCode,
  { webhook, workload }: ClosedBackend,
  what: string,
): Finding {
  const { ref, source } = workload.manifest;
  const where = { refs: [ref, webhook.config], source };
  return finding(code, where, { webhook: webhook.name, what });
}
