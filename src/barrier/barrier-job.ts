import type { BarrierConfig } from "../config/config.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import type { BarrierGroup } from "./barrier.ts";
import { jobDeadlineSeconds } from "./deadlines.ts";
import { digestOf } from "./digest.ts";
import { digestAnnotation, markerLabels } from "./markers.ts";
import { waitArguments } from "./wait-arguments.ts";
import { waitExitCodes } from "./wait-exit-codes.ts";

/** Where a barrier goes. */
export interface BarrierPlace {
  readonly name: string;
  readonly namespace: string;
  readonly wave: number;
}

const containerName = "barrier";

/** Retries of a pod that crashed, within the deadline; what `wait` itself decides is never retried. */
const backoffLimit = 2;

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
        "argocd.argoproj.io/sync-wave": String(place.wave),
        ...annotations,
        [digestAnnotation]: digestOf(group),
      },
    },
    spec: {
      activeDeadlineSeconds: jobDeadlineSeconds(group.signer.readiness),
      backoffLimit,
      podFailurePolicy: { rules: failureRules() },
      template: { metadata: { labels: { ...markerLabels } }, spec: podSpec(group, config) },
    },
  };
}

/**
 * One rule for each verdict, in the order of the codes; then: a pod that was drained or evicted is replaced without
 * being counted. The API wants exactly one requirement in a rule, at most 20 rules, `restartPolicy: Never`, and the name
 * of a container of the template (Kubernetes 1.37 `pkg/apis/batch/validation`).
 */
function failureRules(): readonly JsonObject[] {
  const verdicts = Object.values(waitExitCodes).map((code) => ({
    action: "FailJob",
    onExitCodes: { containerName, operator: "In", values: [code] },
  }));
  return [...verdicts, { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }];
}

function podSpec(group: BarrierGroup, config: BarrierConfig): JsonObject {
  return {
    restartPolicy: "Never",
    serviceAccountName: config.serviceAccountName,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: containerName,
        image: config.image,
        command: ["grantwave", "wait"],
        args: waitArguments(group).map(escapeReferences),
        resources: {
          requests: { cpu: "10m", memory: "64Mi" },
          limits: { cpu: "500m", memory: "256Mi" },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        terminationMessagePolicy: "FallbackToLogsOnError",
      },
    ],
  };
}

/** The kubelet replaces `$(NAME)` in arguments and reads `$$` as one `$` (core/v1 `Container.args`). */
function escapeReferences(argument: string): string {
  return argument.replaceAll("$", "$$$$");
}
