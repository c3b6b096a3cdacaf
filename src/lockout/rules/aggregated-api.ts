import type { Finding } from "../../findings/finding.ts";
import { textAt } from "../../manifest/manifest.ts";
import { closedWebhooks, webhookFinding } from "../closed-webhooks.ts";
import { podWrites } from "../components/pod-writes.ts";
import { workloadsOf } from "../model.ts";
import type { LockoutRule } from "../rule.ts";

/** LO017: a webhook sees the pods of an aggregated API, without which discovery errs for everybody. */
export const aggregatedApi: LockoutRule = {
  id: "LO017",
  find: ({ model }) => {
    const { context, findBackend, manifests } = model.surroundings;
    const closed = closedWebhooks(model);
    return manifests.flatMap(({ ref, value }): readonly Finding[] => {
      const name = textAt(value, "spec", "service", "name");
      const namespace = textAt(value, "spec", "service", "namespace");
      if (ref.kind !== "APIService" || name === undefined || namespace === undefined) return [];
      const workloads = workloadsOf(findBackend({ kind: "service", namespace, name, path: "", port: 443 }));
      const creations = workloads.flatMap((workload) =>
        podWrites(workload, context).filter(({ step }) => step === "create-pods"),
      );
      const asked = creations.flatMap(({ request }) => model.ask(request));
      return closed.flatMap((known) => {
        const answers = asked.filter(({ webhook }) => webhook === known.webhook);
        // Those that answer both have rules of their own.
        const isOwn = workloadsOf(known.backend).some(({ manifest }) =>
          workloads.some((workload) => workload.manifest === manifest),
        );
        if (answers.length === 0 || isOwn) return [];
        const isOpen = answers.every(({ match }) => match === "unknown");
        return [webhookFinding("lockout-aggregated-api", known, `APIService ${ref.name}`, isOpen)];
      });
    });
  },
};
