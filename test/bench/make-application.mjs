import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A policy by its number; workloads ask the signer of the first.
 * @param {number} number
 */
function policy(number) {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: policy-${number}
  namespace: cert-signer
data:
  policy.json: |
    {"signerName": "example.com/signer-${number}", "trustDomain": "example.com", "dnsNamesAnnotation": "example.com/dns-names",
     "lifetime": "24h", "refreshAt": 0.66, "keyTypes": ["ECDSAP256"],
     "grants": [{"namespace": "bench", "serviceAccount": "requester", "usage": "client"}]}
`;
}

/** About 1.2 kB each, as ordinary Deployments are; every tenth asks for a certificate. */
const workloads = `{{- $n := int .Values.deployments -}}
{{- range $hundred := until (int (ceil (divf $n 100.0))) }}
{{- range $one := until 100 }}
{{- $i := add (mul $hundred 100) $one }}
{{- if lt (int $i) $n }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: workload-{{ $i }}
  labels:
    app.kubernetes.io/name: workload-{{ $i }}
    app.kubernetes.io/instance: {{ $.Release.Name }}
    app.kubernetes.io/managed-by: {{ $.Release.Service }}
  annotations:
    argocd.argoproj.io/sync-wave: "{{ mod $i 7 }}"
    example.com/description: "Workload number {{ $i }}: one of many that look alike"
spec:
  replicas: {{ add 1 (mod $i 5) }}
  revisionHistoryLimit: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: workload-{{ $i }}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: workload-{{ $i }}
        app.kubernetes.io/instance: {{ $.Release.Name }}
    spec:
      serviceAccountName: requester
      securityContext:
        runAsNonRoot: true
      containers:
        - name: main
          image: "ghcr.io/example/workload:{{ $.Chart.AppVersion }}"
          imagePullPolicy: IfNotPresent
          args: ["--listen=:8080", "--number={{ $i }}"]
          ports:
            - name: http
              containerPort: 8080
              protocol: TCP
          readinessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 10
          resources:
            requests:
              cpu: 10m
              memory: 32Mi
            limits:
              memory: 128Mi
{{- if eq (mod $i 10) 0 }}
      volumes:
        - name: certificate
          projected:
            defaultMode: 0440
            sources:
              - podCertificate:
                  signerName: example.com/signer-0
                  keyType: ECDSAP256
                  credentialBundlePath: bundle.pem
{{- end }}
{{- end }}
{{- end }}
{{- end }}
`;

/** @param {number} policies */
function configuration(policies) {
  const signers = Array.from(
    { length: policies },
    (_, number) => `  - name: signer-${number}
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: policy-${number}, key: policy.json }
`,
  );
  return `apiVersion: grantwave.dev/v1alpha1\nkind: Config\nsigners:\n${signers.join("")}`;
}

/** @param {number} count */
function policies(count) {
  return Array.from({ length: count }, (_, number) => policy(number)).join("---\n");
}

/**
 * Writes a chart into `folder`, and a configuration beside it. Its Deployments come out of one ranged template, its
 * policies stand as they are (helm's `until` is empty for large counts, hence two ranges).
 * @param {string} folder
 * @param {{ readonly deployments: number, readonly policies: number }} counts
 */
export async function makeChart(folder, counts) {
  await mkdir(join(folder, "templates"), { recursive: true });
  await writeFile(
    join(folder, "Chart.yaml"),
    'apiVersion: v2\nname: bench\nversion: 0.1.0\nappVersion: "1.0.0"\n',
  );
  await writeFile(join(folder, "values.yaml"), `deployments: ${counts.deployments}\n`);
  await writeFile(join(folder, "templates", "policies.yaml"), policies(counts.policies));
  await writeFile(join(folder, "templates", "workloads.yaml"), workloads);
  await writeFile(join(folder, "..", "grantwave.yaml"), configuration(counts.policies));
}

/**
 * Writes a kustomization of as many Deployments, which gives them all a label, and a configuration beside it.
 * @param {string} folder
 * @param {number} deployments
 */
export async function makeKustomization(folder, deployments) {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "kustomization.yaml"),
    "resources: [policies.yaml, workloads.yaml]\nlabels: [{ pairs: { team: bench } }]\n",
  );
  await writeFile(join(folder, "policies.yaml"), policies(1));
  const documents = Array.from({ length: deployments }, (_, number) => deployment(number));
  await writeFile(join(folder, "workloads.yaml"), documents.join("---\n"));
  await writeFile(join(folder, "..", "grantwave.yaml"), configuration(1));
}

/** @param {number} number */
function deployment(number) {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: workload-${number}
  namespace: bench
spec:
  selector: { matchLabels: { app: workload-${number} } }
  template:
    metadata: { labels: { app: workload-${number} } }
    spec:
      serviceAccountName: requester
      containers:
        - name: main
          image: ghcr.io/example/workload:1.0.0
          ports: [{ name: http, containerPort: 8080 }]
      volumes:
        - name: certificate
          projected:
            sources:
              - podCertificate: { signerName: example.com/signer-0, keyType: ECDSAP256, credentialBundlePath: bundle.pem }
`;
}
