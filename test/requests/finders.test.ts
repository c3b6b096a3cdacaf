import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/findings/finding.ts";
import { findRequesters } from "../../src/requests/find-requesters.ts";
import type { Requester } from "../../src/requests/requester.ts";
import { readYaml } from "./read-yaml.ts";

function search(fixture: string): Outcome<readonly Requester[]> {
  const file = new URL(`fixtures/${fixture}.yaml`, import.meta.url);
  return findRequesters(readYaml(readFileSync(file, "utf8"), "web"));
}

/** `Kind/name path` and the account of each requester, in the order in which they were found. */
function asked({ value }: Outcome<readonly Requester[]>): readonly (readonly [string, string])[] {
  return value.map(({ dependent, path, serviceAccountName }) => [
    `${dependent.ref.kind}/${dependent.ref.name} ${path.replace(".projected.sources[0]", "")}`,
    serviceAccountName,
  ]);
}

/** `code Kind/name` of each finding. */
function told({ findings }: Outcome<unknown>): readonly string[] {
  return findings.map(({ code, refs }) => `${code} ${refs[0]?.kind}/${refs[0]?.name}`);
}

const inTemplate = "spec.template.spec.volumes[0]";

describe("who asks in whose name", () => {
  it.each<[string, string, readonly (readonly [string, string])[]]>([
    ["an inline template of a Rollout", "argo-rollout-inline", [[`Rollout/api ${inTemplate}`, "api"]]],
    [
      "a Rollout that runs a Deployment's template, and the Deployment whose change starts its updates",
      "argo-rollout-workload-ref",
      [
        [`Rollout/api-rollout spec.workloadRef → ${inTemplate}`, "api"],
        [`Deployment/api ${inTemplate}`, "api"],
      ],
    ],
    [
      "Rollouts that run the templates of a ReplicaSet and of a PodTemplate",
      "argo-rollout-other-references",
      [
        [`Rollout/from-replica-set spec.workloadRef → ${inTemplate}`, "old"],
        ["Rollout/from-pod-template spec.workloadRef → template.spec.volumes[0]", "shared"],
        [`ReplicaSet/old-set ${inTemplate}`, "old"],
        ["PodTemplate/shared template.spec.volumes[0]", "shared"],
      ],
    ],
    [
      "the templates of a Workflow, and those that mount a volume of the whole workflow",
      "argo-workflow",
      [
        ["Workflow/release spec.volumes[0]", "releaser"],
        ["Workflow/release spec.volumes[0]", "publisher"],
        ["Workflow/release spec.volumes[1]", "releaser"],
        ["Workflow/release spec.templates[3].volumes[0]", "notifier"],
      ],
    ],
    [
      "a Workflow that runs a WorkflowTemplate, in its own name",
      "argo-workflow-from-template",
      [["Workflow/nightly- spec.workflowTemplateRef → spec.volumes[0]", "submitter"]],
    ],
    [
      "CronWorkflows, one level down and by reference",
      "argo-cron-workflow",
      [
        ["CronWorkflow/backup spec.workflowSpec.volumes[0]", "backup"],
        ["CronWorkflow/restore-test spec.workflowSpec.workflowTemplateRef → spec.volumes[0]", "restorer"],
        ["WorkflowTemplate/restore spec.volumes[0]", "restorer"],
      ],
    ],
    [
      "databases of CloudNativePG and their poolers",
      "cloud-native-pg",
      [
        ["Cluster/orders spec.projectedVolumeTemplate.sources[0]", "orders"],
        ["Cluster/invoices spec.projectedVolumeTemplate.sources[0]", "shared-database"],
        [`Pooler/orders-pooler ${inTemplate}`, "orders-pooler"],
      ],
    ],
    [
      "custom resources of any nesting",
      "custom-resources-of-any-nesting",
      [
        ["Cache/sessions spec.podOverrides.extraVolumes[0]", "cache"],
        ["Engine/motor spec.runtime.volumes[0]", "default"],
        ["Fleet/armada spec.squadrons[0].ships[0].pod.template.spec.volumes[0]", "first-ship"],
        ["Sensor/on-push spec.template.volumes[0]", "sensor"],
      ],
    ],
    [
      "each replicated job of a JobSet",
      "job-set",
      [
        ["JobSet/training spec.replicatedJobs[0].template.spec.template.spec.volumes[0]", "driver"],
        ["JobSet/training spec.replicatedJobs[1].template.spec.template.spec.volumes[0]", "default"],
      ],
    ],
    [
      "Services and Configurations of Knative",
      "knative",
      [
        [`Service/hello ${inTemplate}`, "hello"],
        [`Configuration/greeting ${inTemplate}`, "default"],
      ],
    ],
    [
      "leader and workers of a LeaderWorkerSet",
      "leader-worker-set",
      [
        ["LeaderWorkerSet/model spec.leaderWorkerTemplate.leaderTemplate.spec.volumes[0]", "leader"],
        ["LeaderWorkerSet/model spec.leaderWorkerTemplate.workerTemplate.spec.volumes[0]", "worker"],
      ],
    ],
    [
      "the workloads of OpenKruise",
      "open-kruise",
      [
        [`CloneSet/web ${inTemplate}`, "web"],
        [`StatefulSet/store ${inTemplate}`, "store"],
        [`DaemonSet/agent ${inTemplate}`, "agent"],
        [`BroadcastJob/sweep ${inTemplate}`, "sweeper"],
        [
          "AdvancedCronJob/nightly-sweep spec.template.broadcastJobTemplate.spec.template.spec.volumes[0]",
          "night-sweeper",
        ],
        ["UnitedDeployment/zones spec.template.cloneSetTemplate.spec.template.spec.volumes[0]", "zone"],
      ],
    ],
    [
      "collectors and bridges of OpenTelemetry",
      "open-telemetry",
      [
        ["OpenTelemetryCollector/traces spec.volumes[0]", "traces-collector"],
        ["OpenTelemetryCollector/metrics spec.volumes[0]", "metrics"],
        ["OpAMPBridge/bridge spec.volumes[0]", "bridge-opamp-bridge"],
      ],
    ],
    [
      "head and every group of workers of a RayCluster",
      "ray-cluster",
      [
        ["RayCluster/compute spec.headGroupSpec.template.spec.volumes[0]", "head"],
        ["RayCluster/compute spec.workerGroupSpecs[0].template.spec.volumes[0]", "small-worker"],
        ["RayCluster/compute spec.workerGroupSpecs[1].template.spec.volumes[0]", "default"],
        ["RayCluster/elastic spec.headGroupSpec.template.spec.volumes[0]", "elastic"],
        ["RayCluster/elastic spec.workerGroupSpecs[0].template.spec.volumes[0]", "default"],
      ],
    ],
    [
      "the three accounts of a RayJob",
      "ray-job",
      [
        ["RayJob/training spec.rayClusterSpec.headGroupSpec.template.spec.volumes[0]", "head"],
        ["RayJob/training spec.rayClusterSpec.workerGroupSpecs[0].template.spec.volumes[0]", "worker"],
        ["RayJob/training spec.submitterPodTemplate.spec.volumes[0]", "submitter"],
      ],
    ],
    [
      "the cluster of a RayService",
      "ray-service",
      [
        ["RayService/predictions spec.rayClusterConfig.headGroupSpec.template.spec.volumes[0]", "head"],
        [
          "RayService/predictions spec.rayClusterConfig.workerGroupSpecs[0].template.spec.volumes[0]",
          "worker",
        ],
      ],
    ],
    [
      "TaskRuns, whose Task runs in their name",
      "tekton-task-run",
      [
        ["TaskRun/build- spec.podTemplate.volumes[0]", "builder"],
        ["TaskRun/build- spec.taskRef → spec.volumes[0]", "builder"],
        ["TaskRun/lint- spec.taskSpec.volumes[0]", "default"],
      ],
    ],
    [
      "each task of a PipelineRun",
      "tekton-pipeline-run",
      [
        ["PipelineRun/release- spec.taskRunTemplate.podTemplate.volumes[0]", "releaser"],
        ["PipelineRun/release- spec.taskRunTemplate.podTemplate.volumes[0]", "publisher"],
        ["PipelineRun/release- spec.taskRunSpecs[1].podTemplate.volumes[0]", "releaser"],
        ["PipelineRun/release- spec.pipelineSpec.tasks[1].taskSpec.volumes[0]", "publisher"],
        ["PipelineRun/release- spec.pipelineSpec.finally[0].taskRef → spec.volumes[0]", "releaser"],
      ],
    ],
    [
      "a PipelineRun through its Pipeline, once for each account that a Task of it runs as",
      "tekton-pipeline-by-reference",
      [
        ["PipelineRun/check- spec.pipelineRef → spec.tasks[0].taskRef → spec.volumes[0]", "checker"],
        ["PipelineRun/check- spec.pipelineRef → spec.tasks[0].taskRef → spec.volumes[0]", "deep-checker"],
      ],
    ],
  ])("finds %s", (_, fixture, expected) => {
    const found = search(`found/${fixture}`);
    expect(asked(found)).toEqual(expected);
    expect(told(found).filter((finding) => !finding.startsWith("dependent-can-pause"))).toEqual([]);
  });

  it("puts every dependent into its own namespace", () => {
    const { value } = search("found/argo-rollout-workload-ref");
    expect(value.map(({ namespace }) => namespace)).toEqual(["web", "web"]);
  });
});

describe("templates that another object lends", () => {
  it("are missing, refused or in another namespace: each is told, with what was looked for", () => {
    const { value, findings } = search("found/argo-rollout-references-that-lead-nowhere");
    expect(value).toEqual([]);
    expect(findings.map(({ code, refs, args }) => [code, refs[0]?.name, args])).toEqual([
      [
        "template-missing",
        "to-nothing",
        { path: "spec.workloadRef", reference: "Deployment/web/gone", problem: "absent" },
      ],
      [
        "template-missing",
        "to-a-stateful-set",
        { path: "spec.workloadRef", reference: "StatefulSet/web/database", problem: "unsupported" },
      ],
      [
        "template-missing",
        "to-a-neighbour",
        { path: "spec.workloadRef", reference: "Deployment/web/elsewhere", problem: "absent" },
      ],
    ]);
  });
});

describe("accounts that are decided elsewhere", () => {
  it.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
    [
      "ray-job-with-autoscaling",
      [["RayJob/training spec.rayClusterSpec.workerGroupSpecs[0].template.spec.volumes[0]", "worker"]],
      ["service-account-unknown RayJob/training"],
    ],
    [
      "volumes-for-the-pods-of-others",
      [],
      [
        "service-account-unknown SidecarSet/proxies",
        "service-account-unknown PodDefault/notebooks",
        "service-account-unknown Subscription/operator",
        "service-account-unknown OpenTelemetryCollector/beside",
      ],
    ],
    [
      "templates-that-nothing-here-runs",
      [],
      ["service-account-unknown Pipeline/release", "service-account-unknown WorkflowTemplate/nightly"],
    ],
  ])("are told, not guessed: %s", (fixture, expected, findings) => {
    const found = search(`undecided/${fixture}`);
    expect(asked(found)).toEqual(expected);
    expect(told(found)).toEqual(findings);
  });
});

describe("what only looks like a pod of this render", () => {
  it.each([
    "argo-cd",
    "charts",
    "crossplane",
    "external-secret",
    "gatekeeper",
    "kyverno",
    "manifests-as-text",
    "manifests-for-later",
    "other-mechanisms",
    "schemas",
    "sealed-secret",
  ])("is passed over: %s", (fixture) => {
    expect(search(`passed-over/${fixture}`)).toEqual({ value: [], findings: [] });
  });
});
