import type { AdmissionRequest } from "../../admission/request.ts";
import type { Finding } from "../../findings/finding.ts";
import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import { newNodeId } from "../components/control-plane.ts";
import type { LockoutModel } from "../model.ts";
import type { LockoutRule } from "../rule.ts";
import { simulatedRequest } from "../simulated-request.ts";

/** What an upgrade or a repair needs beside nodes: `GROUP/RESOURCE` and kind, all `v1`. */
const others = [
  ["rbac.authorization.k8s.io", "clusterroles", "ClusterRole"],
  ["apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition"],
  ["apiregistration.k8s.io", "apiservices", "APIService"],
  ["scheduling.k8s.io", "priorityclasses", "PriorityClass"],
  ["storage.k8s.io", "volumeattachments", "VolumeAttachment"],
] as const;

/** LO003: a webhook that fails closed sees what a node needs to join; no namespace selector keeps it from that. */
export const clusterScoped: LockoutRule = {
  id: "LO003",
  find: ({ model }) => {
    const joining = model.components.find(({ id }) => id === newNodeId)?.writes ?? [];
    const essential = joining.filter(({ step }) => step === "join-node").map(({ request }) => request);
    const further = others.map(([group, resource, kind]) =>
      simulatedRequest(
        { operation: "UPDATE", group, resource, kind, namespace: "", isPartial: true, user: undefined },
        model.surroundings.context,
      ),
    );
    return closedWebhooks(model).flatMap((known): readonly Finding[] => {
      const certain = seen(model, known.webhook, essential, false);
      if (certain.length > 0) return [webhookFinding("lockout-cluster-scoped", known, certain.join(", "))];
      const perhaps = [
        ...seen(model, known.webhook, essential, true),
        ...seen(model, known.webhook, further, false),
      ];
      if (perhaps.length === 0) return [];
      return [webhookFinding("lockout-cluster-scoped", known, perhaps.join(", "), true)];
    });
  },
};

function seen(
  { ask }: LockoutModel,
  webhook: unknown,
  requests: readonly AdmissionRequest[],
  isOpen: boolean,
): readonly string[] {
  const found = requests.filter((request) =>
    ask(request).some((asked) => asked.webhook === webhook && (isOpen || asked.match !== "unknown")),
  );
  return [
    ...new Set(
      found.map(({ resource, subresource }) =>
        subresource === "" ? resource : `${resource}/${subresource}`,
      ),
    ),
  ];
}
