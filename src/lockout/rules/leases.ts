import type { Finding } from "../../findings/finding.ts";
import { webhookFinding } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";

/**
 * LO004: a webhook sees the leases by which controller manager, scheduler and nodes stay alive. One that fails open does
 * harm too, where it takes longer than their clients wait.
 */
export const leases: LockoutRule = {
  id: "LO004",
  find: ({ model: { ask, components, webhooks } }) => {
    const writes = components.flatMap(({ keeps }) => keeps);
    return webhooks.flatMap((known): readonly Finding[] => {
      const { backend, webhook } = known;
      if (backend.kind === "outside" && webhook.failurePolicy === "Fail") return [];
      const asked = writes.flatMap((write) =>
        ask(write.request)
          .filter((one) => one.webhook === webhook)
          .filter(
            () => webhook.failurePolicy === "Fail" || webhook.timeoutSeconds > (write.patienceSeconds ?? 30),
          )
          .map(({ match }) => ({ match, what: write.what })),
      );
      if (asked.length === 0) return [];
      const isCertain = webhook.failurePolicy === "Fail" && asked.some(({ match }) => match !== "unknown");
      return [webhookFinding("lockout-leases", known, asked.map(({ what }) => what).join(", "), !isCertain)];
    });
  },
};
