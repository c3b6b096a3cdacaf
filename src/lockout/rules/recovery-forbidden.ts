import { coversResource } from "../../admission/rules.ts";
import { webhookFinding } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";
import { simulatedRequest } from "../simulated-request.ts";

/**
 * LO022: a webhook from a file on the API server's disk sees changes of webhook configurations, which those of the API
 * never do (KEP-5793, kubernetes 1.37 `staticManifestsDir`; their names end with `.static.k8s.io`).
 */
export const recoveryForbidden: LockoutRule = {
  id: "LO022",
  find: ({ model }) => {
    const request = simulatedRequest(
      {
        operation: "UPDATE",
        group: "admissionregistration.k8s.io",
        resource: "validatingwebhookconfigurations",
        kind: "ValidatingWebhookConfiguration",
        namespace: "",
        user: undefined,
      },
      model.surroundings.context,
    );
    return model.webhooks
      .filter(({ webhook }) => webhook.config.name.endsWith(".static.k8s.io"))
      .filter(({ webhook }) => webhook.failurePolicy === "Fail")
      .filter(({ webhook }) =>
        webhook.rules.some(
          (rule) =>
            rule.operations.some((operation) => ["*", "UPDATE", "DELETE"].includes(operation)) &&
            rule.apiGroups.some((group) => group === "*" || group === request.group) &&
            coversResource(rule, request, request.resource) === "yes",
        ),
      )
      .map((known) => webhookFinding("recovery-forbidden", known, "webhook configurations"));
  },
};
