import type { BarrierConfig } from "../config/config.ts";
import type { BarrierGroup } from "./barrier.ts";
import { barrierPod, containerName } from "./barrier-pod.ts";
import type { JobBody } from "./job-body.ts";
import { waitArguments } from "./wait-arguments.ts";
import { waitExitCodes } from "./wait-exit-codes.ts";

/** Retries of a pod that crashed, within the deadline; what `wait` itself decides is never retried. */
const backoffLimit = 2;

/** One pod that runs `grantwave wait` with an account of its own, and one rule for each of its verdicts. */
export function waitBody(group: BarrierGroup, isSignerInSync: boolean, config: BarrierConfig): JobBody {
  return {
    attempts: { backoffLimit },
    failureRules: Object.values(waitExitCodes).map((code) => ({
      action: "FailJob",
      onExitCodes: { containerName, operator: "In", values: [code] },
    })),
    pod: barrierPod(
      {
        serviceAccountName: config.serviceAccountName,
        readsCluster: true,
        command: ["grantwave", "wait"],
        args: waitArguments(group, isSignerInSync),
      },
      config,
    ),
  };
}
