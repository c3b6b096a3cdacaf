import type { Source } from "../manifest/document.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** What a signer is asked with, as far as manifests foretell it: everything that its answer depends on. */
export interface RequesterIdentity {
  /** `<domain>/<path>`. */
  readonly signerName: string;
  /** Namespace in which the pods run: the dependent's. */
  readonly namespace: string;
  /** The account that the request carries: `default` where the pod names none. */
  readonly serviceAccountName: string;
  /** An open set: `ECDSAP256`, `ED25519`, … */
  readonly keyType: string;
  /** Seconds, where the source states a bound; the API server fills in 86400 otherwise. */
  readonly maxExpirationSeconds: number | undefined;
  /** Copied by the kubelet into the request's `unverifiedUserAnnotations`. */
  readonly userAnnotations: Readonly<Record<string, string>>;
}

/**
 * One certificate source of one workload: what a pod of `dependent` will ask a signer for
 * (core/v1 `PodCertificateProjection`, Kubernetes 1.37).
 */
export interface Requester extends RequesterIdentity {
  /** The object whose pods ask: with a pod spec in it, or running another object's template. */
  readonly dependent: Manifest;
  /**
   * Where the `podCertificate` stands in the dependent, such as `spec.template.spec.volumes[0].projected.sources[0]`; in a
   * template of another object, behind the references that lead there: `spec.workloadRef → spec.template.spec.volumes[0]…`.
   */
  readonly path: string;
  readonly source: Source;
}
