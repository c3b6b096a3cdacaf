import { type Finding, type FindingArgs, finding } from "../../findings/finding.ts";
import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { refKey } from "../../manifest/object-ref.ts";
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
  if (workload === undefined) {
    return [finding("canary-replicas", {}, { signer: name, because: "unconfigured" })];
  }
  const ref = { group: "apps", kind: workload.kind, namespace: workload.namespace, name: workload.name };
  const manifest = manifests.findLast((one) => refKey(one.ref) === refKey(ref));
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
  // Of a missing field the API server makes 1 (Kubernetes 1.37 `pkg/apis/apps/v1/defaults.go`).
  if ((valueAt(manifest.value, "spec", "replicas") ?? 1) !== 1) return "replicas";
  return manifests.some((one) => scales(one, ref)) ? "scaled" : undefined;
}

/** Kinds that decide how many replicas their `spec.scaleTargetRef` has: Kubernetes' own, and KEDA's. */
const scalers: ReadonlySet<string> = new Set(["HorizontalPodAutoscaler", "ScaledObject"]);

/** A ScaledObject may leave the kind out and then means a Deployment (KEDA 2 `ScaleTarget`). */
function scales({ ref, value }: Manifest, target: Manifest["ref"]): boolean {
  if (!scalers.has(ref.kind) || ref.namespace !== target.namespace) return false;
  const kind = textAt(value, "spec", "scaleTargetRef", "kind") ?? "Deployment";
  return kind === target.kind && textAt(value, "spec", "scaleTargetRef", "name") === target.name;
}
