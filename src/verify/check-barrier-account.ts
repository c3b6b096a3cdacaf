import { barrierNamespace, needsAccount } from "./barrier-place.ts";
import type { Check } from "./check.ts";

/** Whether the account that barriers run as is in the destination cluster. */
export const checkBarrierAccount: Check = {
  name: "barrier-account",
  async run(question) {
    const { config, destination } = question;
    if (!needsAccount(question)) return [];
    const name = config.barrier.serviceAccountName;
    const namespace = barrierNamespace(question);
    if (destination === undefined) {
      return [
        {
          status: "unknown",
          message: `whether the account ${name} is in the destination cluster was not looked at`,
          hint: "say how to reach that cluster with --destination-kubeconfig",
        },
      ];
    }
    if (namespace === undefined) {
      return [
        {
          status: "unknown",
          message: "barriers run in the destination namespace of each Application",
          hint: "name an Application, or set barrier.namespace in the configuration",
        },
      ];
    }
    const ref = { group: "", kind: "ServiceAccount", namespace, name };
    const account = await destination.get(ref);
    return account === undefined
      ? [
          {
            status: "failed",
            message: `there is no service account ${name} in namespace ${namespace}, so no pod of a barrier can be made`,
            hint: "install/barrier has it; with barriers in the destination namespace, install/barrier-in-namespace",
            ref,
          },
        ]
      : [{ status: "passed", message: `barriers have their service account ${namespace}/${name}`, ref }];
  },
};
