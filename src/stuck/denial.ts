import type { RequesterIdentity } from "../requests/requester.ts";

/** Why a pod does not start, and how that is known. */
export interface Denial {
  /** `Denied` by the signer, or `Failed` there; both are final for the pod. */
  readonly type: "Denied" | "Failed";
  /** The signer's own word, such as `NoGrant`; undefined where nothing that is left says it. */
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  /**
   * `request`: the PodCertificateRequest itself, which lives for 15 to 20 minutes. `event`: the kubelet's events, which
   * name neither signer nor certificate.
   */
  readonly evidence: "request" | "event";
  /** What was refused; all that the pod asks for, where the evidence does not say which. */
  readonly certificates: readonly RequesterIdentity[];
}
