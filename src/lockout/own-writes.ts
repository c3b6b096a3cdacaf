import type { Component, Write } from "./component.ts";
import { unknownBackendId } from "./components/assumed.ts";
import type { KnownWebhook } from "./known-webhook.ts";
import type { LockoutModel } from "./model.ts";
import { workloadId } from "./surroundings.ts";
import type { Asked } from "./webhook-index.ts";

/** A write of those who answer a webhook, which the webhook itself is asked about. */
export interface OwnWrite {
  readonly webhook: KnownWebhook["webhook"];
  readonly backend: Component;
  readonly write: Write;
  readonly asked: Asked;
  /** False where something that the manifests leave open decides. */
  readonly isProven: boolean;
}

/** Where the pods of fail-closed webhooks depend on their own answer. */
export function ownWrites({ ask, components, webhooks }: LockoutModel): readonly OwnWrite[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  return webhooks.flatMap(({ backend, webhook }) => {
    if (webhook.failurePolicy !== "Fail" || backend.kind === "outside") return [];
    const ids = backend.kind === "inside" ? backend.workloads.map(workloadId) : [unknownBackendId(backend)];
    return ids
      .flatMap((id) => byId.get(id) ?? [])
      .flatMap((component) =>
        component.writes.flatMap((write) =>
          ask(write.request)
            .filter((asked) => asked.webhook === webhook)
            .map((asked) => ({
              webhook,
              backend: component,
              write,
              asked,
              isProven: asked.match !== "unknown" && !component.isAssumed,
            })),
        ),
      );
  });
}
