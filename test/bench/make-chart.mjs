import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const policy = `apiVersion: v1
kind: ConfigMap
metadata:
  name: pod-cert-signer
  namespace: cert-signer
data:
  policy.json: |
    {"signerName": "example.com/workload", "trustDomain": "example.com", "dnsNamesAnnotation": "example.com/dns-names",
     "lifetime": "24h", "refreshAt": 0.66, "keyTypes": ["ECDSAP256"],
     "grants": [{"namespace": "bench", "serviceAccount": "requester", "usage": "client"}]}
`;

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
                  signerName: example.com/workload
                  keyType: ECDSAP256
                  credentialBundlePath: bundle.pem
{{- end }}
{{- end }}
{{- end }}
{{- end }}
`;

const configuration = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: workload-certificates
    preset: pod-cert-signer
    policy: { namespace: cert-signer, configMap: pod-cert-signer, key: policy.json }
`;

/**
 * Writes a chart of one ranged template into `folder` (helm's `until` is empty for large counts, hence two ranges).
 * @param {string} folder
 * @param {number} deployments
 */
export async function makeChart(folder, deployments) {
  await mkdir(join(folder, "templates"), { recursive: true });
  await writeFile(
    join(folder, "Chart.yaml"),
    'apiVersion: v2\nname: bench\nversion: 0.1.0\nappVersion: "1.0.0"\n',
  );
  await writeFile(join(folder, "values.yaml"), `deployments: ${deployments}\n`);
  await writeFile(join(folder, "templates", "policy.yaml"), policy);
  await writeFile(join(folder, "templates", "workloads.yaml"), workloads);
  await writeFile(join(folder, "..", "grantwave.yaml"), configuration);
}
