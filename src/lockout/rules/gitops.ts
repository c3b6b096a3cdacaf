import type { Finding } from "../../findings/finding.ts";
import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";
import { controller, simulatedRequest } from "../simulated-request.ts";
import { workloadId } from "../surroundings.ts";

/** LO020: a webhook sees the pods of the GitOps controller, or what it writes about its applications. */
export const gitops: LockoutRule = {
  id: "LO020",
  find: ({ model }) => {
    const { byRole, context } = model.surroundings;
    const controllers = new Set((byRole.get("gitops") ?? []).map(workloadId));
    const creations = model.components
      .filter(({ id }) => controllers.has(id))
      .flatMap(({ name, writes }) =>
        writes
          .filter(({ step }) => step === "create-pods")
          .map(({ request }) => ({ what: `the creation of ${name}`, request })),
      );
    const application = {
      group: "argoproj.io",
      version: "v1alpha1",
      resource: "applications",
      kind: "Application",
      namespace: "argocd",
      isPartial: true,
      user: {
        ...controller("argocd"),
        username: "system:serviceaccount:argocd:argocd-application-controller",
      },
    };
    const writes = [
      ...creations,
      {
        what: "the state of Applications",
        request: simulatedRequest({ ...application, operation: "UPDATE" }, context),
      },
    ];
    return closedWebhooks(model).flatMap((known): readonly Finding[] => {
      const seen = writes.flatMap(({ request, what }) =>
        model
          .ask(request)
          .filter(({ webhook }) => webhook === known.webhook)
          .map(({ match }) => ({ what, isOpen: match === "unknown" })),
      );
      if (seen.length === 0) return [];
      const names = seen.map(({ what }) => what).join(", ");
      return [
        webhookFinding(
          "lockout-gitops",
          known,
          names,
          seen.every(({ isOpen }) => isOpen),
        ),
      ];
    });
  },
};
