import { markerLabels } from "../barrier/markers.ts";
import { isObject, type JsonObject, type Manifest, valueAt } from "../manifest/manifest.ts";
import { podSpecPath } from "../requests/pod-templates.ts";
import type { OrderNode } from "./order-graph.ts";

/**
 * What is created in the cluster when a node's turn comes: the object itself and, for workloads, its pods, since a webhook
 * that refuses the pods holds the workload back as well. A barrier is a Job with a pod under our labels; nothing more of
 * it is known before it has its wave.
 */
export function createdBy(node: OrderNode, barrierNamespace: string): readonly Manifest[] {
  if (node.kind === "object") return [node.object.manifest, ...podsOf(node.object.manifest)];
  const [requester] = node.group.requesters;
  if (requester === undefined) return [];
  const namespace = node.group.signer.readiness.method === "canary" ? requester.namespace : barrierNamespace;
  const metadata = { labels: { ...markerLabels } };
  return [
    made(requester.dependent, { group: "batch", kind: "Job" }, namespace, "batch/v1", metadata),
    made(requester.dependent, { group: "", kind: "Pod" }, namespace, "v1", metadata),
  ];
}

function podsOf(manifest: Manifest): readonly Manifest[] {
  const path = podSpecPath(manifest.ref);
  if (path === undefined || path.length < 2) return [];
  const metadata = valueAt(manifest.value, ...path.slice(0, -1), "metadata");
  const known = isObject(metadata) ? metadata : {};
  return [made(manifest, { group: "", kind: "Pod" }, manifest.ref.namespace, "v1", known)];
}

/** An object that no text holds; where it comes from is where its maker stands. */
function made(
  maker: Manifest,
  { group, kind }: { readonly group: string; readonly kind: string },
  namespace: string,
  apiVersion: string,
  metadata: JsonObject,
): Manifest {
  const value = { apiVersion, kind, metadata: { ...metadata, namespace } };
  return { ...maker, ref: { group, kind, namespace, name: "" }, apiVersion, value, annotations: {} };
}
