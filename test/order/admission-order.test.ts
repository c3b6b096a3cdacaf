import { describe, expect, it } from "vitest";
import { configWith, dependent, documents, planOf, policy, wavesOf } from "./planned-waves.ts";

const account = "\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: web, namespace: web }\n";

/** The backend of a webhook: a Deployment behind a Service. */
function backend(wave = 0): string {
  return documents(
    `
apiVersion: v1
kind: Service
metadata: { name: gatekeeper, namespace: gatekeeper }
spec: { selector: { app: gatekeeper }, ports: [{ port: 443 }] }
`,
    `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gatekeeper
  namespace: gatekeeper
  annotations: { argocd.argoproj.io/sync-wave: "${wave}" }
spec:
  selector: { matchLabels: { app: gatekeeper } }
  template:
    metadata: { labels: { app: gatekeeper } }
    spec: { containers: [{ name: main, image: example.com/gatekeeper }] }
`,
  );
}

function webhook(options: {
  resources: string;
  wave: number;
  policy?: string;
  selector?: string;
  group?: string;
}) {
  return `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: gatekeeper
  annotations: { argocd.argoproj.io/sync-wave: "${options.wave}" }
webhooks:
  - name: check.gatekeeper.example.com
    failurePolicy: ${options.policy ?? "Fail"}
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { service: { namespace: gatekeeper, name: gatekeeper } }
    namespaceSelector: ${options.selector ?? "{}"}
    rules:
      - { operations: [CREATE], apiGroups: ["${options.group ?? ""}"], apiVersions: ["*"], resources: [${options.resources}] }
`;
}

describe("a fail-closed webhook of the same application", () => {
  const config = configWith();

  it("has its backend before the policy that it would see", () => {
    const text = documents(
      policy,
      backend(),
      webhook({ resources: "configmaps", wave: -20 }),
      account,
      dependent("web"),
    );
    expect(wavesOf(planOf(text, config))).toMatchObject({
      "Deployment/gatekeeper": -3,
      "ConfigMap/pod-cert-signer": -2,
      "ValidatingWebhookConfiguration/gatekeeper": -20,
      "Deployment/web": 0,
      barrier: -1,
    });
  });

  it("has its backend before the barrier whose pods it would see", () => {
    const text = documents(
      policy,
      backend(),
      webhook({ resources: "pods", wave: -20 }),
      account,
      dependent("web"),
    );
    expect(wavesOf(planOf(text, config))).toMatchObject({ "Deployment/gatekeeper": -2, barrier: -1 });
  });

  it("makes no order where it comes later, where it may fail, or where it does not match", () => {
    const others = [
      webhook({ resources: "pods", wave: 5 }),
      webhook({ resources: "pods", wave: 0 }),
      webhook({ resources: "pods", wave: -20, policy: "Ignore" }),
      webhook({ resources: "secrets", wave: -20 }),
      webhook({
        resources: "pods",
        wave: -20,
        selector: "{ matchLabels: { kubernetes.io/metadata.name: elsewhere } }",
      }),
    ];
    for (const other of others) {
      const text = documents(policy, backend(), other, account, dependent("web"));
      expect(wavesOf(planOf(text, config))).toMatchObject({
        "Deployment/gatekeeper": 0,
        "ConfigMap/pod-cert-signer": -1000,
      });
    }
  });

  it("makes no order where the policy goes below its configuration anyway, so that a second run finds the same", () => {
    const late = policy.replace(
      "namespace: cert-signer }",
      'namespace: cert-signer, annotations: { argocd.argoproj.io/sync-wave: "1" } }',
    );
    const seen = webhook({ resources: "configmaps", wave: 0 });
    const first = planOf(documents(late, backend(), seen, account, dependent("web")), config);
    expect(wavesOf(first)).toMatchObject({
      "Deployment/gatekeeper": 0,
      "ConfigMap/pod-cert-signer": -1000,
      barrier: -1,
    });
    expect(planOf(first.output.text, config).output.text).toBe(first.output.text);
  });

  it("has its backend before what the author put behind the configuration, wherever both go", () => {
    const hinted = policy.replace(
      "namespace: cert-signer }",
      "namespace: cert-signer, annotations: { grantwave.dev/after: ConfigMap/settings } }",
    );
    const settings =
      "\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: cert-signer }\n";
    const seen = webhook({ resources: "configmaps", wave: -1 });
    const first = planOf(documents(hinted, settings, backend(), seen, account, dependent("web")), config);
    expect(wavesOf(first)).toMatchObject({
      "Deployment/gatekeeper": -4,
      "ValidatingWebhookConfiguration/gatekeeper": -5,
      "ConfigMap/settings": -3,
      "ConfigMap/pod-cert-signer": -2,
      barrier: -1,
    });
    expect(planOf(first.output.text, config).output.text).toBe(first.output.text);
  });

  it("counts with its configuration from an earlier phase on", () => {
    const hook = webhook({ resources: "configmaps", wave: 3 }).replace(
      "annotations: {",
      "annotations: { argocd.argoproj.io/hook: PreSync,",
    );
    expect(
      wavesOf(planOf(documents(policy, backend(), hook, account, dependent("web")), config)),
    ).toMatchObject({
      "Deployment/gatekeeper": -3,
      "ConfigMap/pod-cert-signer": -2,
    });
  });

  describe("in one wave with what it would see", () => {
    /** What a policy needs that is applied after a webhook configuration: neither kind is in Argo CD's list. */
    const classAt = (wave: number) => `
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: urgent
  annotations: { argocd.argoproj.io/sync-wave: "${wave}" }
value: 1000
`;
    const after = policy.replace(
      "namespace: cert-signer }",
      "namespace: cert-signer, annotations: { grantwave.dev/after: PriorityClass/urgent } }",
    );
    const seesClasses = (wave: number) =>
      webhook({ resources: "priorityclasses", group: "scheduling.k8s.io", wave });

    it("counts where it is applied first", () => {
      const text = documents(after, classAt(-5), backend(), seesClasses(-5), account, dependent("web"));
      expect(wavesOf(planOf(text, config))).toMatchObject({
        "Deployment/gatekeeper": -6,
        "PriorityClass/urgent": -5,
      });
    });

    it("does not count where it is applied later", () => {
      const low = policy.replace(
        "namespace: cert-signer }",
        'namespace: cert-signer, annotations: { argocd.argoproj.io/sync-wave: "-5" } }',
      );
      const text = documents(
        low,
        backend(),
        webhook({ resources: "configmaps", wave: -5 }),
        account,
        dependent("web"),
      );
      expect(wavesOf(planOf(text, config))).toMatchObject({
        "Deployment/gatekeeper": 0,
        "ConfigMap/pod-cert-signer": -1000,
      });
    });

    it("does not count where that leaves the wave for a barrier", () => {
      const text = documents(after, classAt(0), backend(), seesClasses(0), account, dependent("web"));
      expect(wavesOf(planOf(text, config))).toMatchObject({
        "Deployment/gatekeeper": 0,
        "PriorityClass/urgent": -3,
      });
    });
  });

  it("makes no order where a hint puts the dependents below its configuration", () => {
    const hinted = webhook({ resources: "configmaps", wave: -2 }).replace(
      "annotations: {",
      "annotations: { grantwave.dev/after: Deployment/web/web,",
    );
    const first = planOf(documents(policy, backend(), hinted, account, dependent("web")), config);
    expect(wavesOf(first)).toMatchObject({
      "ConfigMap/pod-cert-signer": -1000,
      barrier: -4,
      "Deployment/web": -3,
      "Deployment/gatekeeper": 0,
    });
    expect(planOf(first.output.text, config).output.text).toBe(first.output.text);
  });

  it("whose backend waits for a certificate itself would lock its own barrier out: that is a circle", () => {
    const locked = dependent("web").replace("labels: { app: web }", "labels: { app: gatekeeper }");
    const text = documents(
      policy.replace('"namespace": "web"', '"namespace": "gatekeeper"'),
      "\napiVersion: v1\nkind: Service\nmetadata: { name: gatekeeper, namespace: gatekeeper }\nspec: { selector: { app: gatekeeper } }\n",
      webhook({ resources: "pods", wave: -20 }),
      account.replace("namespace: web", "namespace: gatekeeper"),
      locked.replace("namespace: web", "namespace: gatekeeper"),
    );
    const result = planOf(text, config);
    expect(result.findings).toMatchObject([
      { code: "order-cycle", args: { path: [{ reason: "barrier" }, { reason: "admission" }] } },
    ]);
  });
});
