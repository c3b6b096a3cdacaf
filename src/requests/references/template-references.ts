import type { Manifest } from "../../manifest/manifest.ts";
import { workflowReference } from "./argo-workflow.ts";
import { rolloutReference } from "./rollout.ts";
import { pipelineReferences, pipelineRunReferences, taskRunReference } from "./tekton.ts";
import type { ReferenceRule, TemplateReference } from "./template-reference.ts";

/** Kinds that make pods out of the template of another object, by group and kind. */
const rules: ReadonlyMap<string, ReferenceRule> = new Map([
  ["argoproj.io/CronWorkflow", workflowReference],
  ["argoproj.io/Rollout", rolloutReference],
  ["argoproj.io/Workflow", workflowReference],
  ["tekton.dev/Pipeline", pipelineReferences],
  ["tekton.dev/PipelineRun", pipelineRunReferences],
  ["tekton.dev/TaskRun", taskRunReference],
]);

/** The templates of other objects that an object runs; none for kinds that bring their own. */
export function templateReferences(manifest: Manifest): readonly TemplateReference[] {
  const { group, kind } = manifest.ref;
  return rules.get(`${group}/${kind}`)?.(manifest) ?? [];
}
