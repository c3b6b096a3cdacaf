import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import { nameIn, type TemplateReference } from "./template-reference.ts";

/**
 * The WorkflowTemplate that a Workflow or CronWorkflow runs as a whole (Argo Workflows 4.1 `WorkflowTemplateRef`). Not
 * followed: cluster-wide ones, which say nothing about the namespace, and single templates under `templateRef`.
 */
export function workflowReference({ value }: Manifest): readonly TemplateReference[] {
  const at = ["spec", "workflowSpec", "workflowTemplateRef"];
  const isCron = valueAt(value, ...at) !== undefined;
  const path = isCron ? at : ["spec", "workflowTemplateRef"];
  const reference = valueAt(value, ...path);
  const name = nameIn(reference);
  if (name === undefined || valueAt(reference, "clusterScope") === true) return [];
  return [{ path: path.join("."), group: "argoproj.io", kind: "WorkflowTemplate", name, supported: true }];
}
