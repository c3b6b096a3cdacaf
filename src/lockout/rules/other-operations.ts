import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";

const asked = ["DELETE", "CONNECT"] as const;

const consequences = {
  DELETE: "deletions, so that namespaces and their objects cannot be deleted either",
  CONNECT: "kubectl exec, attach and port-forward, which are needed to look for the cause",
} as const;

/** LO024: a webhook that fails closed sees deletions, or connections into pods. */
export const otherOperations: LockoutRule = {
  id: "LO024",
  find: ({ model }) =>
    closedWebhooks(model).flatMap((known) => {
      const operations = new Set(known.webhook.rules.flatMap((rule) => rule.operations));
      const seen = asked.filter((operation) => operations.has(operation) || operations.has("*"));
      return seen.length === 0
        ? []
        : [
            webhookFinding(
              "lockout-other-operations",
              known,
              seen.map((operation) => consequences[operation]).join("; "),
            ),
          ];
    }),
};
