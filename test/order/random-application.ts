import fc from "fast-check";
import { stringify } from "yaml";
import { Config } from "../../src/config/config.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";

/** The text of a render, one document per object, and how its two signers are found to have loaded their policies. */
export interface RandomApplication {
  readonly documents: readonly string[];
  readonly method: string;
  readonly meshMethod: string;
}

/** What an author says of one object; left out: the object is not part of the render. */
interface Place {
  readonly wave: number | undefined;
  readonly hook: string | undefined;
  readonly after: string | undefined;
}

interface Piece {
  readonly value: JsonObject;
  /** Whether it may be a hook: the spellings of its phases. */
  readonly hooks?: readonly string[];
}

function object(
  apiVersion: string,
  kind: string,
  name: string,
  namespace = "",
  rest: JsonObject = {},
): JsonObject {
  const metadata = namespace === "" ? { name } : { name, namespace };
  return { apiVersion, kind, metadata, ...rest };
}

function template(app: string, spec: JsonObject): JsonObject {
  return {
    metadata: { labels: { app } },
    spec: { containers: [{ name: "main", image: "example.com/main" }], ...spec },
  };
}

function deployment(name: string, namespace: string, spec: JsonObject): JsonObject {
  const selector = { matchLabels: { app: name } };
  return object("apps/v1", "Deployment", name, namespace, {
    spec: { selector, template: template(name, spec) },
  });
}

function certificate(signerName: string): JsonObject {
  const podCertificate = { signerName, keyType: "ECDSAP256", credentialBundlePath: "bundle.pem" };
  return { name: "certificate", projected: { sources: [{ podCertificate }] } };
}

function asking(account: string, ...signerNames: readonly string[]): JsonObject {
  const volumes = signerNames.map((name, index) => ({ ...certificate(name), name: `certificate-${index}` }));
  return { serviceAccountName: account, volumes };
}

const [workload, mesh] = ["example.com/workload", "mesh.example.org/identity"];

const policy = {
  signerName: workload,
  trustDomain: "example.com",
  dnsNamesAnnotation: "example.com/dns-names",
  lifetime: "24h",
  refreshAt: 0.66,
  keyTypes: ["ECDSAP256"],
  grants: ["web", "worker"].map((serviceAccount) => ({ namespace: "web", serviceAccount, usage: "client" })),
};

const signerPod = {
  serviceAccountName: "signer",
  containers: [{ name: "signer", image: "example.com/signer", envFrom: [{ secretRef: { name: "token" } }] }],
  volumes: [
    { name: "policy", configMap: { name: "pod-cert-signer" } },
    { name: "settings", configMap: { name: "settings" } },
    { name: "cache", persistentVolumeClaim: { claimName: "cache" } },
  ],
};

const webhook = {
  name: "check.gatekeeper.example.com",
  failurePolicy: "Fail",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { service: { namespace: "gatekeeper", name: "gatekeeper" } },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["*"], resources: ["configmaps"] }],
};

const early = ["PreSync", "Sync"];
const anyPhase = ["PreSync", "PostSync", "PreSync,PostSync", "SyncFail"];

/** Everything that a render may hold: two signers with what they need, their users, and what stands around. */
const pieces: readonly Piece[] = [
  {
    value: object("v1", "ConfigMap", "pod-cert-signer", "cert-signer", {
      data: { "policy.json": JSON.stringify(policy) },
    }),
    hooks: early,
  },
  { value: deployment("pod-cert-signer", "cert-signer", signerPod) },
  { value: object("v1", "ServiceAccount", "signer", "cert-signer"), hooks: early },
  { value: object("v1", "ConfigMap", "settings", "cert-signer") },
  {
    value: object("external-secrets.io/v1", "ExternalSecret", "kms", "cert-signer", {
      spec: { secretStoreRef: { name: "vault" }, target: { name: "token" } },
    }),
  },
  { value: object("external-secrets.io/v1", "SecretStore", "vault", "cert-signer") },
  { value: object("v1", "PersistentVolumeClaim", "cache", "cert-signer") },
  { value: object("autoscaling/v2", "HorizontalPodAutoscaler", "signer", "cert-signer") },
  { value: object("networking.k8s.io/v1", "NetworkPolicy", "allow", "cert-signer") },
  { value: object("networking.k8s.io/v1", "Ingress", "entry", "web") },
  {
    value: object("cert-manager.io/v1", "Issuer", "identities", "mesh", {
      spec: { allowed: [{ namespace: "web", accounts: ["agent", "web"] }] },
    }),
  },
  { value: deployment("mesh-controller", "mesh", {}) },
  { value: object("v1", "ServiceAccount", "web", "web"), hooks: early },
  { value: deployment("web", "web", asking("web", workload)) },
  { value: deployment("worker", "web", asking("worker", workload)) },
  { value: deployment("agent", "web", asking("agent", mesh)) },
  { value: deployment("both", "web", asking("web", workload, mesh)) },
  {
    value: object("batch/v1", "Job", "migrate", "web", {
      spec: { template: template("migrate", { restartPolicy: "Never", ...asking("web", workload) }) },
    }),
    hooks: anyPhase,
  },
  {
    value: object("batch/v1", "Job", "report", "web", {
      spec: { template: template("report", { restartPolicy: "Never", ...asking("agent", mesh) }) },
    }),
    hooks: anyPhase,
  },
  { value: object("v1", "Namespace", "web") },
  { value: object("v1", "ConfigMap", "notes", "web"), hooks: anyPhase },
  {
    value: object("v1", "Service", "outside", "web", {
      spec: { type: "LoadBalancer", ports: [{ port: 443 }] },
    }),
  },
  { value: object("argoproj.io/v1alpha1", "Application", "child", "argocd") },
  {
    value: object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "gatekeeper", "", {
      webhooks: [webhook],
    }),
  },
  {
    value: object("v1", "Service", "gatekeeper", "gatekeeper", {
      spec: { selector: { app: "gatekeeper" }, ports: [{ port: 443 }] },
    }),
  },
  { value: deployment("gatekeeper", "gatekeeper", {}) },
];

const hints = ["ConfigMap/web/notes", "Deployment/web/web", "ConfigMap/cert-signer/settings"];

function placeOf({ hooks = [] }: Piece): fc.Arbitrary<Place | undefined> {
  const place = fc.record({
    wave: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
    hook:
      hooks.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...hooks), { nil: undefined }),
    after: fc.option(fc.constantFrom(...hints), { nil: undefined, freq: 30 }),
  });
  return fc.option(place, { nil: undefined, freq: 2 });
}

/** Some of the pieces in some order, each at some wave, some as hooks, a few with a hint. */
export const randomApplication: fc.Arbitrary<RandomApplication> = fc
  .record({
    places: fc.tuple(...pieces.map(placeOf)),
    order: fc.shuffledSubarray([...pieces.keys()], { minLength: pieces.length }),
    method: fc.constantFrom("settle", "rollout", "canary", "report"),
    meshMethod: fc.constantFrom("settle", "status"),
  })
  .map(({ places, order, method, meshMethod }) => ({
    documents: order.flatMap((index) => {
      const [piece, place] = [pieces[index], places[index]];
      return piece === undefined || place === undefined ? [] : [printed(placed(piece.value, place), index)];
    }),
    method,
    meshMethod,
  }));

/** Three in four as YAML, the others as JSON. */
function printed(value: JsonObject, index: number): string {
  return index % 4 === 0 ? JSON.stringify(value, null, 2) : stringify(value);
}

function placed(value: JsonObject, { wave, hook, after }: Place): JsonObject {
  const said = [
    ["argocd.argoproj.io/sync-wave", wave?.toString()],
    ["argocd.argoproj.io/hook", hook],
    ["grantwave.dev/after", after],
  ].filter(([, text]) => text !== undefined);
  if (said.length === 0) return value;
  return {
    ...value,
    metadata: { ...(value["metadata"] as JsonObject), annotations: Object.fromEntries(said) },
  };
}

/** All documents as one stream. */
export function textOf({ documents }: Pick<RandomApplication, "documents">): string {
  return documents.map((text) => `---\n${text.trimEnd()}\n`).join("");
}

/** The configuration that an application is planned with. */
export function configFor({ method, meshMethod }: RandomApplication): Config {
  const canary = method === "canary" ? { canary: { replicas: "accepted" } } : {};
  const condition = meshMethod === "status" ? { condition: "Ready" } : {};
  return Config.parse({
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "Config",
    signers: [
      {
        name: "workload-certificates",
        preset: "pod-cert-signer",
        signerName: workload,
        policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
        workload: { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" },
        readiness: { method, ...canary },
      },
      {
        name: "mesh-identities",
        preset: "generic",
        signerName: mesh,
        policy: { group: "cert-manager.io", kind: "Issuer", namespace: "mesh", name: "identities" },
        grants: {
          path: "spec.allowed",
          fields: { namespace: { path: "namespace" }, serviceAccount: { path: "accounts" } },
        },
        workload: { kind: "Deployment", namespace: "mesh", name: "mesh-controller" },
        readiness: { method: meshMethod, ...condition },
      },
    ],
  });
}
