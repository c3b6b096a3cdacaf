import { type JsonValue, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { listAt } from "../accounts/list-at.ts";
import { nameIn, type TemplateReference } from "./template-reference.ts";

/** The Task of a TaskRun. */
export function taskRunReference({ value }: Manifest): readonly TemplateReference[] {
  return referenceTo("Task", valueAt(value, "spec", "taskRef"), "spec.taskRef");
}

/** The Pipeline of a PipelineRun, or the Tasks of the pipeline that it states itself. */
export function pipelineRunReferences(manifest: Manifest): readonly TemplateReference[] {
  const pipeline = valueAt(manifest.value, "spec", "pipelineRef");
  return [...referenceTo("Pipeline", pipeline, "spec.pipelineRef"), ...pipelineReferences(manifest)];
}

/** The Tasks of a Pipeline. */
export function pipelineReferences({ value }: Manifest): readonly TemplateReference[] {
  const inner = valueAt(value, "spec", "pipelineSpec");
  const path = inner === undefined ? "spec" : "spec.pipelineSpec";
  const pipeline = inner ?? valueAt(value, "spec");
  return ["tasks", "finally"].flatMap((list) =>
    listAt(pipeline, list).flatMap((task, index) =>
      referenceTo("Task", valueAt(task, "taskRef"), `${path}.${list}[${index}].taskRef`),
    ),
  );
}

/**
 * Only what stands in the namespace is looked up: resolvers and bundles fetch from elsewhere, ClusterTasks are
 * cluster-wide, and references with another API group name custom tasks, which have no pods that Tekton knows of.
 * (Tekton Pipelines 1.15 `pkg/apis/pipeline/v1/taskref_types.go`.)
 */
function referenceTo(
  kind: string,
  reference: JsonValue | undefined,
  path: string,
): readonly TemplateReference[] {
  const name = nameIn(reference);
  const isElsewhere = [valueAt(reference, "resolver"), valueAt(reference, "bundle")].some((way) => way);
  if (name === undefined || isElsewhere) return [];
  if ((textAt(reference, "kind") || kind) !== kind) return [];
  const apiVersion = textAt(reference, "apiVersion") || "tekton.dev/";
  if (!apiVersion.startsWith("tekton.dev/")) return [];
  return [{ path, group: "tekton.dev", kind, name, supported: true }];
}
