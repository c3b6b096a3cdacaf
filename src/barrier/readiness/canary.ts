import { canaryBody, deniedCanarySeconds } from "../canary-body.ts";
import { findContentName } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";
import { findSeveralReplicas } from "./several-replicas.ts";

/** The Job controller's first pause after a failed pod (Kubernetes 1.37 `DefaultJobPodFailureBackOff`). */
const firstPauseSeconds = 10;

/** From the creation of a canary that is granted to its end, on a node that may have to pull the image. */
const grantedCanarySeconds = 30;

/** A pod with the dependent's account has asked for the same certificate and got it. */
export const canary: ReadinessMethod<"canary"> = {
  name: "canary",
  grade: "statistical",
  evidence: ({ canary: { successes } }) =>
    successes === 1
      ? "a pod with the dependent's account has asked for the same certificate and got it. With several signer replicas nobody knows which of them answered."
      : `${successes} pods with the dependent's account, one after the other, have asked for the same certificate and got it. With several signer replicas nobody knows which of them answered.`,
  waitArguments: () => [],
  /** The first canary asks seconds after the policy was applied: after a change it may be denied, and another one asks. */
  longestWaitSeconds: ({ canary: { successes } }) =>
    deniedCanarySeconds + firstPauseSeconds + successes * grantedCanarySeconds,
  findObstacles: (group, manifests) => [...findContentName(group), ...findSeveralReplicas(group, manifests)],
  requesterBody: canaryBody,
};
