import type { Webhook } from "../../admission/webhook.ts";
import { finding } from "../../findings/finding.ts";
import type { LockoutRule } from "../rule.ts";
import { simulatedRequest } from "../simulated-request.ts";

/** The API server gives up any write after this long (`k8s.io/apiserver` 0.37 `pkg/endpoints/handlers/rest.go`). */
const limitSeconds = 34;

/**
 * LO015: webhooks that do not answer take all the time that the creation of a pod has, so that failing open does not
 * help. Mutating ones are called one after the other, validating ones at once.
 */
export const timeouts: LockoutRule = {
  id: "LO015",
  find: ({ model }) => {
    const pod = { group: "", resource: "pods", kind: "Pod", namespace: "any", isPartial: true };
    const request = simulatedRequest(
      { ...pod, operation: "CREATE", user: undefined },
      model.surroundings.context,
    );
    const asked = model.ask(request);
    const certain = asked.filter(({ match }) => match === "yes").map(({ webhook }) => webhook);
    const isPossible = secondsOf(certain) < limitSeconds;
    const webhooks = isPossible ? asked.map(({ webhook }) => webhook) : certain;
    const seconds = secondsOf(webhooks);
    if (seconds < limitSeconds) return [];
    const [first] = webhooks;
    const where = {
      refs: webhooks.map(({ config }) => config),
      source: first?.source ?? null,
      isPossible,
    };
    return [finding("webhook-timeouts", where, { seconds, limitSeconds, count: webhooks.length })];
  },
};

function secondsOf(webhooks: readonly Webhook[]): number {
  let sum = 0;
  let longest = 0;
  for (const { kind, timeoutSeconds } of webhooks) {
    if (kind === "Mutating") sum += timeoutSeconds;
    else longest = Math.max(longest, timeoutSeconds);
  }
  return sum + longest;
}
