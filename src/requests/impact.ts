import type { Manifest } from "../manifest/manifest.ts";
import { impactOfCloneSet } from "./impact/clone-set.ts";
import { impactOfPooler, impactOfPostgresCluster } from "./impact/cloud-native-pg.ts";
import { impactOfDaemonSet } from "./impact/daemon-set.ts";
import { type DenialImpact, type ImpactRule, outage } from "./impact/denial-impact.ts";
import { impactOfDeployment } from "./impact/deployment.ts";
import { impactOfKnative } from "./impact/knative.ts";
import { impactOfLeaderWorkerSet } from "./impact/leader-worker-set.ts";
import { impactOfRayCluster, impactOfRayService } from "./impact/ray.ts";
import { impactOfReplicas } from "./impact/replicas.ts";
import { impactOfRollout } from "./impact/rollout.ts";
import { impactOfJob, impactOfSchedule, impactOfTektonRun, impactOfTemplate } from "./impact/runs.ts";
import { impactOfStatefulSet } from "./impact/stateful-set.ts";

export type { DenialImpact } from "./impact/denial-impact.ts";

/** By group and kind. The defaults are those of the API server, Kubernetes 1.37 `pkg/apis/apps/v1/defaults.go`. */
const rules: ReadonlyMap<string, ImpactRule> = new Map<string, ImpactRule>([
  [
    "/Pod",
    () => outage("nothing replaces a bare pod: it hangs until somebody deletes it and it is applied again"),
  ],
  ["/PodTemplate", impactOfTemplate],
  ["/ReplicationController", impactOfReplicas],
  ["apps/DaemonSet", impactOfDaemonSet],
  ["apps/Deployment", impactOfDeployment],
  ["apps/ReplicaSet", impactOfReplicas],
  ["apps/StatefulSet", impactOfStatefulSet],
  ["batch/CronJob", impactOfSchedule],
  ["batch/Job", impactOfJob],

  ["apps.kruise.io/AdvancedCronJob", impactOfSchedule],
  ["apps.kruise.io/BroadcastJob", impactOfJob],
  ["apps.kruise.io/CloneSet", impactOfCloneSet],
  ["apps.kruise.io/DaemonSet", impactOfDaemonSet],
  ["apps.kruise.io/StatefulSet", impactOfStatefulSet],
  ["argoproj.io/CronWorkflow", impactOfSchedule],
  ["argoproj.io/Rollout", impactOfRollout],
  ["argoproj.io/Workflow", impactOfJob],
  ["argoproj.io/WorkflowTemplate", impactOfTemplate],
  ["jobset.x-k8s.io/JobSet", impactOfJob],
  ["leaderworkerset.x-k8s.io/LeaderWorkerSet", impactOfLeaderWorkerSet],
  ["postgresql.cnpg.io/Cluster", impactOfPostgresCluster],
  ["postgresql.cnpg.io/Pooler", impactOfPooler],
  ["ray.io/RayCluster", impactOfRayCluster],
  ["ray.io/RayCronJob", impactOfSchedule],
  ["ray.io/RayJob", impactOfJob],
  ["ray.io/RayService", impactOfRayService],
  ["serving.knative.dev/Configuration", impactOfKnative],
  ["serving.knative.dev/Service", impactOfKnative],
  ["tekton.dev/PipelineRun", impactOfTektonRun],
  ["tekton.dev/TaskRun", impactOfTektonRun],
]);

/** What denials do to an object; honest about kinds whose controller nobody here has read. */
export function denialImpact(manifest: Manifest): DenialImpact {
  const { group, kind } = manifest.ref;
  const rule = rules.get(`${group}/${kind}`);
  if (rule !== undefined) return rule(manifest);
  return { impact: "unknown", because: `how the pods of a ${kind} are replaced is up to its controller` };
}
