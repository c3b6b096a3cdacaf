import { backendFinding, closedBackends } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";

/** LO011: the loss of one node takes a webhook that fails closed. */
export const singleReplica: LockoutRule = {
  id: "LO011",
  find: ({ model }) =>
    closedBackends(model)
      .filter(({ replicas }) => replicas !== undefined && replicas < 2)
      .map((backend) => backendFinding("webhook-single-replica", backend, String(backend.replicas))),
};
