import type { AdmissionRequest } from "../admission/request.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/**
 * In which of its lives a component needs something: whenever its pods start again, when they start on a node that has
 * never seen them, or when its certificate has run out.
 */
export type Phase = "restart" | "cold-start" | "renewal";

/** Another component that has to be up first; of several, any. */
export interface Need {
  readonly anyOf: readonly string[];
  readonly phase: Phase;
  /** What kind of thing is needed, where rules ask for it. */
  readonly about?: "image" | "signature" | "certificate" | undefined;
  /** Ends the sentence "A needs B: …". */
  readonly because: string;
}

/** What a write is good for; rules ask about some of them. */
export type WriteStep =
  | "create-pods"
  | "bind-pods"
  | "pod-status"
  | "pod-token"
  | "endpoints"
  | "leader-lease"
  | "node-lease"
  | "join-node"
  | "certificate";

/** A request to the API server without which a component does not come up, or does not stay up. */
export interface Write {
  readonly step: WriteStep;
  readonly request: AdmissionRequest;
  /** What it is for: begins the sentence "… asks the webhook". */
  readonly what: string;
  /** Seconds until whoever sends it gives up, where that is less than any webhook may take. */
  readonly patienceSeconds?: number | undefined;
}

/** Something that has to be up for the cluster to be repaired, and that can be down. */
export interface Component {
  readonly id: string;
  /** For people: `the pods of Deployment/policy/gate`. */
  readonly name: string;
  /** The workload that makes its pods; undefined for parts of Kubernetes itself. */
  readonly ref: ObjectRef | undefined;
  /** True where the manifests do not have it and it is taken to be there, as on managed clusters. */
  readonly isAssumed: boolean;
  readonly needs: readonly Need[];
  /** All of them have to pass before it is up. */
  readonly writes: readonly Write[];
  /** Those that it has to repeat to stay up: leases and heartbeats. */
  readonly keeps: readonly Write[];
}
