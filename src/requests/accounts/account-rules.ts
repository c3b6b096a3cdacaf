import type { CertificateSource } from "../certificate-sources.ts";
import type { AccountRule, Accounts, Chain } from "./account-rule.ts";
import { argoWorkflowAccounts } from "./argo-workflow.ts";
import { cloudNativePgAccount } from "./cloud-native-pg.ts";
import { decidedElsewhere } from "./decided-elsewhere.ts";
import { nearestAccount } from "./nearest-account.ts";
import { openTelemetryAccount } from "./open-telemetry.ts";
import { rayAccount } from "./ray.ts";
import { pipelineRunAccounts, taskRunAccount } from "./tekton-run.ts";

/**
 * Kinds whose pods do not simply run as the nearest account around a certificate source, by group and kind. Anything
 * that keeps account and volumes in one pod spec, or the account around the volumes, needs no row.
 */
const rules: ReadonlyMap<string, AccountRule> = new Map<string, AccountRule>([
  [
    "apps.kruise.io/SidecarSet",
    decidedElsewhere("a SidecarSet adds its volumes to the pods of other objects"),
  ],
  ["argoproj.io/CronWorkflow", argoWorkflowAccounts],
  ["argoproj.io/Workflow", argoWorkflowAccounts],
  ["argoproj.io/WorkflowTemplate", argoWorkflowAccounts],
  ["kubeflow.org/PodDefault", decidedElsewhere("a PodDefault adds its volumes to the pods of other objects")],
  ["opentelemetry.io/OpAMPBridge", openTelemetryAccount("opamp-bridge")],
  ["opentelemetry.io/OpenTelemetryCollector", openTelemetryAccount("collector")],
  ["opentelemetry.io/TargetAllocator", openTelemetryAccount("targetallocator")],
  [
    "operators.coreos.com/Subscription",
    decidedElsewhere("a Subscription adds its volumes to an operator whose account its bundle names"),
  ],
  ["postgresql.cnpg.io/Cluster", cloudNativePgAccount],
  ["postgresql.cnpg.io/Pooler", cloudNativePgAccount],
  ["ray.io/RayCluster", rayAccount(["spec"])],
  ["ray.io/RayCronJob", rayAccount(["spec", "jobTemplate", "rayClusterSpec"])],
  ["ray.io/RayJob", rayAccount(["spec", "rayClusterSpec"])],
  ["ray.io/RayService", rayAccount(["spec", "rayClusterConfig"])],
  ["tekton.dev/Pipeline", decidedElsewhere("a Pipeline runs as the PipelineRun that names it")],
  ["tekton.dev/PipelineRun", pipelineRunAccounts],
  ["tekton.dev/Task", decidedElsewhere("a Task runs as the TaskRun or PipelineRun that names it")],
  ["tekton.dev/TaskRun", taskRunAccount],
]);

/** As whom the pods that ask for the sources of a chain run, by the rule of the object whose pods they are. */
export function accountsOf(chain: Chain): (source: CertificateSource) => Accounts {
  const { group, kind } = chain[0].ref;
  return rules.get(`${group}/${kind}`)?.(chain) ?? nearestAccount;
}
