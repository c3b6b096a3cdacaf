import type { BarrierConfig } from "../config/config.ts";
import { waveAnnotation } from "../manifest/annotations.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import type { BarrierGroup } from "./barrier.ts";
import { jobDeadlineSeconds } from "./deadlines.ts";
import { digestOf } from "./digest.ts";
import type { JobBody } from "./job-body.ts";
import { digestAnnotation, markerLabels } from "./markers.ts";
import { methodOf } from "./readiness/methods.ts";
import { soleRequester } from "./sole-requester.ts";
import { waitBody } from "./wait-body.ts";

/** Where a barrier goes. */
export interface BarrierPlace {
  readonly name: string;
  readonly namespace: string;
  readonly wave: number;
  /** Whether the same sync brings the workload that runs the signer. */
  readonly isSignerInSync: boolean;
}

/**
 * From this size on the Job asks Argo CD for server-side apply: otherwise the whole object is copied into an annotation,
 * and annotations end at 256 KiB (apimachinery `TotalAnnotationSizeLimitB`).
 */
const serverSideApplyBytes = 200_000;

/**
 * The Job that holds the dependents of a group back: a hook of their phase, one wave below the first of them. It has no
 * time to live after it ended, since Argo CD would take a Job that vanishes by itself for a failure; the hook's delete
 * policy clears it away.
 */
export function barrierJob(group: BarrierGroup, place: BarrierPlace, config: BarrierConfig): JsonObject {
  const job = jobWith(group, place, config, {});
  if (Buffer.byteLength(JSON.stringify(job)) <= serverSideApplyBytes) return job;
  return jobWith(group, place, config, { "argocd.argoproj.io/sync-options": "ServerSideApply=true" });
}

function jobWith(
  group: BarrierGroup,
  place: BarrierPlace,
  config: BarrierConfig,
  annotations: JsonObject,
): JsonObject {
  const { attempts, failureRules, pod } = bodyOf(group, place, config);
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name: place.name,
      namespace: place.namespace,
      labels: { ...markerLabels },
      annotations: {
        "argocd.argoproj.io/hook": group.phase,
        "argocd.argoproj.io/hook-delete-policy": "BeforeHookCreation,HookSucceeded",
        [waveAnnotation]: String(place.wave),
        ...annotations,
        [digestAnnotation]: digestOf(group),
      },
    },
    spec: {
      activeDeadlineSeconds: jobDeadlineSeconds(group.signer.readiness),
      ...attempts,
      podFailurePolicy: { rules: [...failureRules, drainedRule] },
      template: { metadata: { labels: { ...markerLabels } }, spec: pod },
    },
  };
}

/** How the pods of a group's barrier look: those of its method, or else `grantwave wait`. */
function bodyOf(group: BarrierGroup, place: BarrierPlace, config: BarrierConfig): JobBody {
  const { readiness } = group.signer;
  const requester = soleRequester(group);
  const own = requester && methodOf(readiness).requesterBody?.(readiness, requester, config);
  return own ?? waitBody(group, place.isSignerInSync, config);
}

/**
 * A pod that was drained or evicted is replaced without being counted. The API wants exactly one requirement in a rule,
 * at most 20 rules, `restartPolicy: Never`, and the name of a container of the template (Kubernetes 1.37
 * `pkg/apis/batch/validation`).
 */
const drainedRule = {
  action: "Ignore",
  onPodConditions: [{ type: "DisruptionTarget", status: "True" }],
} as const;
