import { type Finding, type FindingArgs, finding } from "../../findings/finding.ts";
import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import type { BarrierGroup } from "../barrier.ts";

/**
 * A certificate that one replica of a signer issues says nothing about the others, of which any may answer the next
 * request. So a signer that may have several is an obstacle, until the configuration accepts it
 * (`canary.replicas: accepted`). One replica is known of a Deployment or StatefulSet of this render that says so and
 * that nothing in the render scales.
 */
export function findSeveralReplicas(
  { signer: { name, readiness, workload } }: BarrierGroup,
  manifests: readonly Manifest[],
): readonly Finding[] {
  if (readiness.method !== "canary" || readiness.canary.replicas === "accepted") return [];
  if (workload === undefined)
    return [finding("canary-replicas", {}, { signer: name, because: "unconfigured" })];
  const ref = { group: "apps", kind: workload.kind, namespace: workload.namespace, name: workload.name };
  const manifest = manifests.findLast((one) => isSame(one.ref, ref));
  const because = whySeveral(ref, manifest, manifests);
  if (because === undefined) return [];
  return [
    finding("canary-replicas", { refs: [ref], source: manifest?.source ?? null }, { signer: name, because }),
  ];
}

type Because = FindingArgs["canary-replicas"]["because"];

function whySeveral(
  ref: Manifest["ref"],
  manifest: Manifest | undefined,
  manifests: readonly Manifest[],
): Because | undefined {
  if (manifest === undefined) return "elsewhere";
  if (ref.kind === "DaemonSet") return "every-node";
  /** Of a missing field the API server makes 1 (Kubernetes 1.37 `pkg/apis/apps/v1/defaults.go`). */
  if ((valueAt(manifest.value, "spec", "replicas") ?? 1) !== 1) return "replicas";
  return manifests.some((one) => scales(one, ref)) ? "scaled" : undefined;
}

/** HorizontalPodAutoscalers, and what names its target in the same way: KEDA's ScaledObject, a VerticalPodAutoscaler not. */
function scales({ ref, value }: Manifest, target: Manifest["ref"]): boolean {
  const field = scaleFields.get(ref.kind);
  if (field === undefined || ref.namespace !== target.namespace) return false;
  const kind = textAt(value, "spec", field, "kind") ?? "Deployment";
  return kind === target.kind && textAt(value, "spec", field, "name") === target.name;
}

const scaleFields: ReadonlyMap<string, string> = new Map([
  ["HorizontalPodAutoscaler", "scaleTargetRef"],
  ["ScaledObject", "scaleTargetRef"],
]);

function isSame(a: Manifest["ref"], b: Manifest["ref"]): boolean {
  return a.group === b.group && a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}
