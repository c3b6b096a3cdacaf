import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { nameIn, type TemplateReference } from "./template-reference.ts";

/** Kinds that `workloadRef` may name (argo-rollouts 1.10 `rollout/templateref.go` `infoByGroupKind`). */
const supported: ReadonlySet<string> = new Set(["/PodTemplate", "apps/Deployment", "apps/ReplicaSet"]);

/**
 * The workload whose template a Rollout runs. Its pods are the Rollout's own, and a change of that template starts an
 * update of the Rollout: both objects make pods when they are applied, whatever the replicas of the referenced one.
 */
export function rolloutReference({ value }: Manifest): readonly TemplateReference[] {
  const reference = valueAt(value, "spec", "workloadRef");
  const name = nameIn(reference);
  if (name === undefined) return [];
  const apiVersion = textAt(reference, "apiVersion") ?? "";
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  const kind = textAt(reference, "kind") ?? "";
  return [{ path: "spec.workloadRef", group, kind, name, supported: supported.has(`${group}/${kind}`) }];
}
