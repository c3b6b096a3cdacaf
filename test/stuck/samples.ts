import type { JsonObject } from "../../src/manifest/manifest.ts";

/** A pod as the API server gives it while the kubelet waits for its certificate. Recorded, and cut to what matters. */
export function pod(changes: { readonly [key: string]: JsonObject } = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "web-7d4b9c-x2x4p",
      namespace: "web",
      uid: "uid-web",
      creationTimestamp: "2026-11-30T22:00:00Z",
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web-7d4b9c", uid: "uid-rs", controller: true },
      ],
      ...changes["metadata"],
    },
    spec: {
      nodeName: "node-1",
      serviceAccountName: "web",
      containers: [{ name: "web", image: "web" }],
      volumes: [
        { name: "config", configMap: { name: "web" } },
        {
          name: "cert",
          projected: {
            sources: [
              {
                podCertificate: {
                  signerName: "example.com/workload",
                  keyType: "ED25519",
                  credentialBundlePath: "bundle.pem",
                  userAnnotations: { "example.com/dns-names": "web.web.svc" },
                },
              },
            ],
          },
        },
      ],
      ...changes["spec"],
    },
    status: { phase: "Pending", ...changes["status"] },
  };
}

export interface RequestWish {
  readonly uid?: string;
  readonly signerName?: string;
  readonly annotations?: JsonObject;
  readonly at?: string;
  readonly version?: string;
  readonly condition?: {
    readonly type: string;
    readonly reason?: string;
    readonly message?: string;
    readonly at?: string;
  };
}

export function request(wish: RequestWish = {}): JsonObject {
  const { condition } = wish;
  const conditions =
    condition === undefined
      ? []
      : [
          {
            type: condition.type,
            status: "True",
            reason: condition.reason ?? "NoGrant",
            message: condition.message ?? "no grant for service account web/web",
            lastTransitionTime: condition.at ?? "2026-11-30T22:00:01Z",
          },
        ];
  return {
    apiVersion: "certificates.k8s.io/v1",
    kind: "PodCertificateRequest",
    metadata: {
      name: "req-6kvlb",
      namespace: "web",
      creationTimestamp: wish.at ?? "2026-11-30T22:00:00Z",
      resourceVersion: wish.version ?? "100",
    },
    spec: {
      signerName: wish.signerName ?? "example.com/workload",
      podName: "web-7d4b9c-x2x4p",
      podUID: wish.uid ?? "uid-web",
      serviceAccountName: "web",
      maxExpirationSeconds: 86400,
      unverifiedUserAnnotations: wish.annotations ?? { "example.com/dns-names": "web.web.svc" },
    },
    status: { conditions },
  };
}

/** What the kubelet of Kubernetes 1.37.2 wrote, word for word. */
export const kubeletTexts = {
  denied:
    'NoGrant%!(EXTRA string=PodCertificateRequest web/req-6kvlb was denied, reason="NoGrant", message="no grant for service account web/web")',
  mount:
    'MountVolume.SetUp failed for volume "cert" : PodCertificateRequest was permanently denied: reason="NoGrant" message="no grant for service account web/web"',
  failed:
    'MountVolume.SetUp failed for volume "cert" : PodCertificateRequest was permanently failed: reason="SigningFailed" message="the CA said \\"no\\""',
  pending: 'MountVolume.SetUp failed for volume "cert" : credential bundle is not issued yet',
} as const;

export function event(
  reason: string,
  message: string,
  times: { readonly first?: string; readonly last?: string; readonly uid?: string } = {},
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Event",
    type: "Warning",
    reason,
    message,
    involvedObject: { kind: "Pod", namespace: "web", name: "web-7d4b9c-x2x4p", uid: times.uid ?? "uid-web" },
    firstTimestamp: times.first ?? "2026-11-30T22:00:02Z",
    lastTimestamp: times.last ?? times.first ?? "2026-11-30T22:00:02Z",
  };
}
