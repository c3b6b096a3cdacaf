import { type Finding, finding } from "../../src/findings/finding.ts";
import type { Source } from "../../src/manifest/document.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";

export const web: ObjectRef = { group: "apps", kind: "Deployment", namespace: "web", name: "web-server" };
export const policy: ObjectRef = {
  group: "",
  kind: "ConfigMap",
  namespace: "cert-signer",
  name: "pod-cert-signer",
};
export const place: Source = { file: "web/deployment.yaml", line: 12, document: 2 };

const where = { refs: [web], source: place };
const policyPlace = { refs: [policy], source: { file: "signer/policy.yaml", line: 4, document: 1 } };

/** One finding of each code, with the arguments of a plausible case. */
export const oneOfEach: readonly Finding[] = [
  finding(
    "yaml-broken",
    { source: place },
    { detail: "bad indentation of a mapping entry", line: 14, column: 3, command: "kustomize build" },
  ),
  finding(
    "not-an-object",
    { source: place },
    { found: 'the text "Getting updates"', command: "helm template" },
  ),
  finding("alias-bomb", where, { limit: 1_000_000, of: "render" }),
  finding("nesting-too-deep", where, { limit: 200 }),
  finding("nothing-rendered", {}, { command: "helm template" }),
  finding("annotation-not-string", where, {
    field: "annotations",
    key: "prometheus.io/port",
    found: "a number",
  }),
  finding("wave-malformed", where, {
    annotation: "argocd.argoproj.io/sync-wave",
    value: "1.0",
    effective: 0,
  }),
  finding("wave-out-of-range", where, {
    annotation: "argocd.argoproj.io/sync-wave",
    value: "9999999999999999999",
  }),
  finding("duplicate-identity", where, { kept: { ...place, line: 80 } }),
  finding("unexpected-field", where, { key: "WARNING", line: 1, command: "helm template" }),
  finding("namespace-unknown", where, { of: "requester", signer: "" }),
  finding("duplicate-key", where, { key: "app", line: 17 }),
  finding("policy-refused", policyPlace, {
    signer: "workload-certificates",
    location: 'data["policy.json"]',
    reason: 'unknown key "grant" in line 3',
  }),
  finding("policy-is-hook", where, { deletePolicies: "BeforeHookCreation" }),
  finding("policy-unreadable", policyPlace, {
    signer: "mesh-identities",
    location: "spec.allowed[2].namespace",
    reason: "a number stands where a text is expected",
  }),
  finding("policy-ambiguous", policyPlace, {
    signer: "workload-certificates",
    candidates: [
      "ConfigMap/cert-signer/pod-cert-signer-8m2t4kbd5h",
      "ConfigMap/cert-signer/pod-cert-signer-2222222222",
    ],
  }),
  finding("policy-near-miss", where, { signer: "mesh", configured: "SignerPolicy.mesh.example.com/main" }),
  finding("workload-near-miss", where, { signer: "mesh", configured: "Deployment/mesh/controler" }),
  finding("signer-name-unknown", {}, { signer: "workload-certificates" }),
  finding("signer-name-differs", policyPlace, {
    signer: "workload-certificates",
    configured: "example.com/other",
    stated: "example.com/workload",
  }),
  finding("signer-name-shared", where, {
    signerName: "example.com/workload",
    signers: ["workload-certificates", "twin"],
  }),
  finding("signer-unconfigured", where, { signerName: "example.com/other" }),
  finding("requester-denied", where, {
    signerName: "example.com/workload",
    namespace: "web",
    serviceAccountName: "web-server",
    reason: "NoGrant",
    detail: "no grant covers web/web-server",
    consequence: "Outage: Recreate removes the old pod first",
  }),
  finding("service-account-conflict", where, { used: "web-server", ignored: "web" }),
  finding("certificate-source-malformed", where, {
    path: "spec.template.spec.volumes[0].projected.sources[0]",
    problem: "keyType must be a string",
  }),
  finding("certificate-sources-too-many", where, { limit: 10_000 }),
  finding("service-account-unknown", where, { because: "a SidecarSet adds its volumes to other pods" }),
  finding("template-missing", where, {
    path: "spec.workloadRef",
    reference: "Deployment/web/web-server",
    problem: "absent",
  }),
  finding("object-ignored", where, { reason: "a test of the signer" }),
  finding("ignore-without-reason", where, { annotation: "grantwave.dev/ignore" }),
  finding(
    "phase-inversion",
    { refs: [web, policy], source: place },
    { dependentPhase: "PreSync", policyPhase: "Sync" },
  ),
  finding("external-unordered", where, { signer: "mesh", policyKind: "SignerPolicy", sourceCount: 2 }),
  finding("dependent-unguarded", where, { phase: "PostDelete" }),
  finding("dependent-can-pause", where, { field: "spec.strategy.canary.steps[1].pause" }),
  finding("order-cycle", where, {
    path: [
      { ref: policy, barrierOf: false, reason: "grant" },
      { ref: web, barrierOf: false, reason: "hint" },
    ],
  }),
  finding("order-given-up", { refs: [web, policy], source: place }, { because: "contradicts" }),
  finding(
    "reference-unprovided",
    { refs: [web, policy], source: place },
    { path: "spec.volumes[0].configMap.name" },
  ),
  finding("workload-left-behind", { refs: [web, policy], source: place }, {}),
  finding(
    "reference-later-phase",
    { refs: [web, policy], source: place },
    { path: "spec.serviceAccountName", phase: "PreSync", providedIn: "Sync" },
  ),
  finding("child-applications", where, {}),
  finding("kind-defined-elsewhere", where, {}),
  finding("hint-malformed", where, { annotation: "grantwave.dev/after", value: "Deployment" }),
  finding("hint-unresolved", where, {
    annotation: "grantwave.dev/after",
    value: "Job/web/gone",
    candidates: 0,
  }),
  finding(
    "hint-across-phases",
    { refs: [web, policy], source: place },
    { annotation: "grantwave.dev/after", phase: "PreSync", otherPhase: "Sync" },
  ),
  finding("order-given-up-more", {}, { shown: 100, leftOut: 12 }),
  finding("splice-impossible", where, { reason: "metadata.annotations is an alias" }),
  finding("barrier-namespace-new", where, { namespace: "web" }),
  finding("marker-foreign", where, { label: "grantwave.dev/barrier" }),
  finding(
    "barrier-deadline-short",
    {},
    { signer: "workload-certificates", timeoutSeconds: 60, neededSeconds: 200 },
  ),
  finding("canary-replicas", where, { signer: "workload-certificates", because: "elsewhere" }),
  finding("policy-content-named", where, { signer: "workload-certificates", method: "settle" }),
  finding("rollout-name-fixed", where, { signer: "workload-certificates" }),
  finding("policy-without-status", where, { signer: "workload-certificates" }),
  finding("barrier-too-large", policyPlace, {
    signer: "workload-certificates",
    requesters: 30_000,
    bytes: 2_000_000,
    limit: 1_000_000,
  }),
  finding("sources-alike", {}, { path: "apps/web", sources: [1, 3] }),
  finding("webhook-refused", where, {
    path: "webhooks[0].rules",
    problem: "it has to be a list",
  }),
  finding("lockout-own-pods", where, {
    webhook: "pods.example.com",
    backend: "the pods of Deployment/policy/gate",
    because: "rule 0 covers it",
  }),
  finding("lockout-own-readiness", where, {
    webhook: "pods.example.com",
    backend: "the pods of Deployment/policy/gate",
    writes: ["binding them to nodes (pods/binding)"],
  }),
  finding("lockout-mutual", where, { steps: ["a needs b (it signs)", "b needs a (it mounts)"] }),
  finding("lockout-cluster-scoped", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("lockout-leases", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("lockout-system-pods", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("lockout-certificate", where, { steps: ["a needs b (it signs)", "b needs a (it mounts)"] }),
  finding("webhook-ca-bundle", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-backend-missing", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-unreachable", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-single-replica", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-disruption-budget", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-same-node", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-priority", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("webhook-timeouts", where, { seconds: 45, limitSeconds: 34, count: 3 }),
  finding("lockout-conversion", where, {
    versions: ["v1", "v2"],
    backend: "the pods behind Service/shop/orders",
  }),
  finding("lockout-aggregated-api", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("lockout-signer", where, { steps: ["a needs b (it signs)", "b needs a (it mounts)"] }),
  finding("lockout-registry", where, { steps: ["a needs b (it signs)", "b needs a (it mounts)"] }),
  finding("lockout-gitops", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("recovery-undone", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("recovery-forbidden", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("exemption-in-process", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("lockout-other-operations", where, { webhook: "pods.example.com", what: "nodes" }),
  finding("admission-policy-parameters", where, { kind: "Limits" }),
  finding("application-guessed", {}, { field: "name", value: "web" }),
];
