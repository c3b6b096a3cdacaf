import { generateKeyPairSync, sign } from "node:crypto";
import type { Pod } from "./kinds.ts";

interface RunningPod extends Pod {
  readonly spec: { readonly nodeName: string; readonly serviceAccountName: string };
}

/** A PodCertificateRequest as the kubelet makes it for the first certificate source of a pod. */
export function requestOf(pod: RunningPod, signerName: string, name: string) {
  const { metadata, spec } = pod;
  return {
    apiVersion: "certificates.k8s.io/v1",
    kind: "PodCertificateRequest",
    metadata: {
      name,
      namespace: metadata.namespace,
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: metadata.name, uid: metadata.uid }],
    },
    spec: {
      signerName,
      podName: metadata.name,
      podUID: metadata.uid,
      serviceAccountName: spec.serviceAccountName,
      serviceAccountUID: "uid-of-the-account",
      nodeName: spec.nodeName,
      nodeUID: "uid-of-the-node",
      maxExpirationSeconds: 86_400,
      stubPKCS10Request: stubRequest().toString("base64"),
    },
  };
}

/** What a signer writes for a request that no grant covers. */
export function denial(message: string) {
  return {
    status: {
      conditions: [
        {
          type: "Denied",
          status: "True",
          reason: "NoGrant",
          message,
          lastTransitionTime: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
        },
      ],
    },
  };
}

/** A signing request (PKCS#10, RFC 2986) with a fresh Ed25519 key and nothing else in it, as DER. */
function stubRequest(): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const info = sequence(
    Buffer.from([0x02, 0x01, 0x00]),
    sequence(),
    publicKey.export({ type: "spki", format: "der" }),
    Buffer.from([0xa0, 0x00]),
  );
  const algorithm = sequence(Buffer.from([0x06, 0x03, 0x2b, 0x65, 0x70]));
  const signature = Buffer.concat([Buffer.from([0x03, 65, 0x00]), sign(null, info, privateKey)]);
  return sequence(info, algorithm, signature);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([0x30, ...length]), content]);
}
