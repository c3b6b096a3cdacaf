import type { Finding } from "../../findings/finding.ts";
import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import { networkId } from "../components/assumed.ts";
import type { LockoutRule } from "../rule.ts";
import { workloadId } from "../surroundings.ts";

/** LO005: a webhook that fails closed sees the pods that its own pods stand on: the network of the nodes, DNS. */
export const systemPods: LockoutRule = {
  id: "LO005",
  find: ({ model }) => {
    const { byRole } = model.surroundings;
    const networks = new Set([...(byRole.get("network") ?? []).map(workloadId), networkId]);
    const systems = new Set([...networks, ...(byRole.get("dns") ?? []).map(workloadId)]);
    return closedWebhooks(model).flatMap((known): readonly Finding[] => {
      const { backend, webhook } = known;
      const seen = model.components
        .filter(({ id }) => systems.has(id))
        .flatMap((component) => {
          const [create] = component.writes.filter(({ step }) => step === "create-pods");
          const answers = create === undefined ? [] : model.ask(create.request);
          return answers
            .filter((asked) => asked.webhook === webhook)
            .map(({ match }) => ({ component, match }));
        });
      if (seen.length === 0) return [];
      const needsNetwork =
        backend.kind === "inside" && backend.workloads.some(({ isHostNetwork }) => !isHostNetwork);
      const isCertain =
        needsNetwork &&
        seen.some(
          ({ component, match }) => match !== "unknown" && !component.isAssumed && networks.has(component.id),
        );
      const names = seen.map(({ component }) => component.name).join(", ");
      return [webhookFinding("lockout-system-pods", known, names, !isCertain)];
    });
  },
};
