import { Config } from "../../src/config/config.ts";
import { type PipelineResult, runPipeline } from "../../src/pipeline.ts";

/** The signer of these tests: what differs from test to test is how its policy is found to be loaded. */
export function configWith(readiness: object = {}, signer: object = {}): Config {
  return Config.parse({
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "Config",
    signers: [
      {
        name: "workload-certificates",
        preset: "pod-cert-signer",
        policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
        workload: { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" },
        readiness,
        ...signer,
      },
    ],
  });
}

/** The whole pipeline over a text of manifests; destination namespace `web`. */
export function planOf(text: string, config: Config): PipelineResult {
  const result = runPipeline({
    rendered: {
      text,
      renderer: { tool: "stdin", version: "0.0.0", command: "standard input" },
      origins: [{ start: 0, file: "standard input", sourceComments: false }],
    },
    application: { name: "shop", namespace: "web", source: { repoURL: "", path: "", name: "" } },
    config,
    allowEmpty: false,
  });
  if (!("output" in result)) throw new Error(JSON.stringify(result.findings));
  return result;
}

/** Final waves by `Kind/name`; barriers as `barrier`, or with their phase where there are several. */
export function wavesOf(result: PipelineResult): Readonly<Record<string, number>> {
  const moved = new Map(result.moves.map((move) => [move.manifest, move.to]));
  const waves: Record<string, number> = {};
  for (const { manifest } of result.objects) {
    const stated = Number(manifest.annotations["argocd.argoproj.io/sync-wave"] ?? 0);
    waves[`${manifest.ref.kind}/${manifest.ref.name}`] = moved.get(manifest) ?? stated;
  }
  for (const { group, wave } of result.barriers) {
    waves[result.barriers.length === 1 ? "barrier" : `barrier ${group.phase}`] = wave;
  }
  return waves;
}

export const policy = `
apiVersion: v1
kind: ConfigMap
metadata: { name: pod-cert-signer, namespace: cert-signer }
immutable: true
data:
  policy.json: |
    {"signerName": "example.com/workload", "trustDomain": "example.com",
     "dnsNamesAnnotation": "example.com/dns-names", "lifetime": "24h", "refreshAt": 0.66, "keyTypes": ["ECDSAP256"],
     "grants": [{"namespace": "web", "serviceAccount": "web", "usage": "client"}]}
`;

/** A workload that asks for a certificate; `more` are further lines of its metadata. */
export function dependent(name: string, more = ""): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: web
${more}
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      serviceAccountName: web
      containers: [{ name: main, image: example.com/main }]
      volumes:
        - name: certificate
          projected:
            sources:
              - podCertificate: { signerName: example.com/workload, keyType: ECDSAP256, credentialBundlePath: b.pem }
`;
}

export function documents(...texts: readonly string[]): string {
  return texts.join("---\n");
}
