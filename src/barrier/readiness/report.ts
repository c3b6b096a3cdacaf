import { findContentName } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/** The kubelet's usual bound for bringing a changed ConfigMap to a pod: the reporter sees the file when the signer does. */
const propagationSeconds = 150;

/** `grantwave report` beside every signer container says which policy file it sees, and since when. */
export const report: ReadinessMethod<"report"> = {
  name: "report",
  grade: "exact",
  evidence: ({ pollInterval }) =>
    `the reporter in every signer pod has seen the live policy's file, and the signer has started since or had ${pollInterval} s to poll it. That is exact for signers that read their policy from a file.`,
  waitArguments: ({ port, pollInterval, stableFor }) => [
    `--port=${port}`,
    `--poll-interval=${pollInterval}s`,
    `--stable-for=${stableFor}s`,
  ],
  longestWaitSeconds: ({ pollInterval, stableFor }) => propagationSeconds + pollInterval + stableFor,
  findObstacles: findContentName,
};
