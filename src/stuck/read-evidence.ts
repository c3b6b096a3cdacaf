import { appendAll } from "../append-all.ts";
import { type ClusterReader, UnansweredError } from "../cluster/cluster-reader.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import type { Evidence } from "./find-stuck.ts";
import { readWaitingPod, type WaitingPod } from "./waiting-pod.ts";

/** What a cluster holds about pods that may be stuck. */
export interface FoundEvidence extends Evidence {
  readonly pods: readonly WaitingPod[];
  /** What could not be read, a sentence each. */
  readonly unread: readonly string[];
}

/**
 * Reads the Pending pods of a namespace (empty for all), and of the namespaces in which some wait for a certificate their
 * requests and warnings.
 *
 * @throws OutsideError where the pods cannot be read.
 */
export async function readEvidence(reader: ClusterReader, namespace: string): Promise<FoundEvidence> {
  const pods: WaitingPod[] = [];
  for await (const page of reader.pages({ group: "", kind: "Pod" }, namespace, "status.phase=Pending")) {
    for (const object of page) {
      const pod = readWaitingPod(object);
      if (pod !== undefined) pods.push(pod);
    }
  }
  const found = { pods, requests: [] as JsonObject[], events: [] as JsonObject[], unread: [] as string[] };
  for (const home of new Set(pods.map((pod) => pod.namespace))) {
    const sources = [
      {
        into: found.requests,
        kind: { group: "certificates.k8s.io", kind: "PodCertificateRequest" },
        fields: "",
      },
      {
        into: found.events,
        kind: { group: "", kind: "Event" },
        fields: "involvedObject.kind=Pod,type=Warning",
      },
    ];
    for (const { fields, into, kind } of sources) {
      try {
        for await (const page of reader.pages(kind, home, fields)) appendAll(into, page);
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
        found.unread.push(`${kind.kind}s of namespace ${home} cannot be read: ${error.message}`);
      }
    }
  }
  return found;
}
