import { describe, expect, it } from "vitest";
import { configWith, dependent, documents, planOf, policy, wavesOf } from "./planned-waves.ts";

const account = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: web, namespace: web }
`;

function object(kind: string, name: string, more = "", wave?: number): string {
  const [apiVersion = "v1", plainKind = kind] = kind.includes(" ") ? kind.split(" ") : ["v1", kind];
  const annotations =
    wave === undefined ? "" : `\n  annotations: { argocd.argoproj.io/sync-wave: "${wave}" }`;
  return `\napiVersion: ${apiVersion}\nkind: ${plainKind}\nmetadata:\n  name: ${name}\n  namespace: cert-signer${annotations}\n${more}`;
}

function signer(wave = 0): string {
  return object(
    "apps/v1 Deployment",
    "pod-cert-signer",
    `spec:
  replicas: 2
  selector: { matchLabels: { app: pod-cert-signer } }
  template:
    metadata: { labels: { app: pod-cert-signer } }
    spec:
      serviceAccountName: pod-cert-signer
      containers:
        - name: signer
          image: example.com/signer
          env: [{ name: TOKEN, valueFrom: { secretKeyRef: { name: kms-token, key: token } } }]
      volumes:
        - { name: policy, configMap: { name: pod-cert-signer } }
        - { name: settings, configMap: { name: settings } }
        - { name: cache, persistentVolumeClaim: { claimName: cache } }
        - { name: extra, secret: { secretName: extra, optional: true } }
`,
    wave,
  );
}

describe("with settle", () => {
  it("nothing but the policy moves, whatever the signer's wave is", () => {
    const text = documents(policy, signer(3), account, dependent("web"));
    expect(wavesOf(planOf(text, configWith()))).toEqual({
      "ConfigMap/pod-cert-signer": -1000,
      "Deployment/pod-cert-signer": 3,
      "ServiceAccount/web": 0,
      "Deployment/web": 0,
      barrier: -1,
    });
  });
});

describe("with rollout", () => {
  const config = configWith({ method: "rollout" });

  it("puts the signer between policy and barrier, with what it names and who makes that", () => {
    const result = planOf(
      documents(
        policy,
        signer(),
        object("ServiceAccount", "pod-cert-signer", "", 5),
        object("ConfigMap", "settings", "", 5),
        object("PersistentVolumeClaim", "cache", "", 5),
        object("external-secrets.io/v1 ExternalSecret", "kms", "spec: { target: { name: kms-token } }\n", 5),
        dependent("web"),
      ),
      config,
    );
    expect(wavesOf(result)).toEqual({
      "ConfigMap/pod-cert-signer": -1000,
      "ExternalSecret/kms": -3,
      "ServiceAccount/pod-cert-signer": -2,
      "ConfigMap/settings": -2,
      "PersistentVolumeClaim/cache": -2,
      "Deployment/pod-cert-signer": -2,
      "Deployment/web": 0,
      barrier: -1,
    });
    // Their author had put them behind the signer, which cannot be kept.
    const codes = new Set(result.findings.map(({ code }) => code));
    expect(codes).toEqual(new Set(["kind-defined-elsewhere", "order-given-up"]));
  });

  it("puts a wave between what is needed and who needs it where both are of kinds that Argo CD does not tell apart", () => {
    const store = object("external-secrets.io/v1 SecretStore", "vault");
    const secret = object(
      "external-secrets.io/v1 ExternalSecret",
      "kms",
      "spec: { secretStoreRef: { name: vault }, target: { name: kms-token } }\n",
    );
    const waves = wavesOf(planOf(documents(policy, signer(), store, secret, dependent("web")), config));
    expect(waves).toMatchObject({
      "SecretStore/vault": -4,
      "ExternalSecret/kms": -3,
      "Deployment/pod-cert-signer": -2,
    });
  });

  it("brings the account's role bindings along, in each of their spellings", () => {
    const role = object(
      "rbac.authorization.k8s.io/v1 RoleBinding",
      "own",
      "roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: signer }\nsubjects: [{ kind: User, name: system:serviceaccount:cert-signer:pod-cert-signer }]\n",
      4,
    );
    const group = object(
      "rbac.authorization.k8s.io/v1 RoleBinding",
      "group",
      "roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: signer }\nsubjects: [{ kind: Group, name: system:serviceaccounts:cert-signer, namespace: elsewhere }]\n",
      4,
    );
    const others = object(
      "rbac.authorization.k8s.io/v1 RoleBinding",
      "others",
      "roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: signer }\nsubjects: [{ kind: ServiceAccount, name: somebody, namespace: cert-signer }]\n",
      4,
    );
    const empty = object(
      "rbac.authorization.k8s.io/v1 RoleBinding",
      "empty",
      "roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: nothing }\n",
      4,
    );
    const waves = wavesOf(
      planOf(
        documents(
          policy,
          signer(),
          object("ServiceAccount", "pod-cert-signer"),
          object("rbac.authorization.k8s.io/v1 Role", "signer", "", 4),
          role,
          group,
          others,
          empty,
          dependent("web"),
        ),
        config,
      ),
    );
    expect(waves).toMatchObject({
      "Role/signer": -2,
      "RoleBinding/own": -2,
      "RoleBinding/group": -2,
      "RoleBinding/others": 4,
      "RoleBinding/empty": 4,
    });
  });

  it("takes what stood beside the signer and cannot block, and leaves scalers, claims of others and webhooks", () => {
    const waves = wavesOf(
      planOf(
        documents(
          policy,
          signer(),
          object("networking.k8s.io/v1 NetworkPolicy", "allow"),
          object("v1 Service", "metrics", "spec: { ports: [{ port: 80 }] }\n"),
          object("v1 Service", "outside", "spec: { type: LoadBalancer, ports: [{ port: 80 }] }\n"),
          object("autoscaling/v2 HorizontalPodAutoscaler", "signer"),
          object("PersistentVolumeClaim", "of-another"),
          object("admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration", "check"),
          object("example.com/v1 Unknown", "thing"),
          object("v1 ConfigMap", "later", "", 1),
          dependent("web"),
        ),
        config,
      ),
    );
    expect(waves).toMatchObject({
      "NetworkPolicy/allow": -2,
      "Service/metrics": -2,
      "Service/outside": 0,
      "HorizontalPodAutoscaler/signer": 0,
      "PersistentVolumeClaim/of-another": 0,
      "ValidatingWebhookConfiguration/check": 0,
      "Unknown/thing": 0,
      "ConfigMap/later": 1,
    });
  });

  it("does not take along what has to come after the signer", () => {
    const after = object("v1 ConfigMap", "generated").replace(
      "namespace: cert-signer\n",
      "namespace: cert-signer\n  annotations: { grantwave.dev/after: Deployment/cert-signer/pod-cert-signer }\n",
    );
    const waves = wavesOf(planOf(documents(policy, signer(), after, dependent("web")), config));
    expect(waves).toMatchObject({ "Deployment/pod-cert-signer": -2, "ConfigMap/generated": 0 });
  });

  it("tells of what the signer names and nobody brings, but not of what is optional", () => {
    const result = planOf(documents(policy, signer(), dependent("web")), config);
    expect(result.findings.map(({ code, refs }) => [code, refs[1]?.kind, refs[1]?.name])).toEqual([
      ["reference-unprovided", "ServiceAccount", "pod-cert-signer"],
      ["reference-unprovided", "ConfigMap", "settings"],
      ["reference-unprovided", "PersistentVolumeClaim", "cache"],
      ["reference-unprovided", "Secret", "kms-token"],
    ]);
  });

  it("tells of workloads that stood beside the signer and stay behind the barrier", () => {
    const database = object(
      "apps/v1 StatefulSet",
      "database",
      "spec: { template: { spec: { containers: [] } } }\n",
    );
    const later = object(
      "apps/v1 StatefulSet",
      "later",
      "spec: { template: { spec: { containers: [] } } }\n",
      3,
    );
    const result = planOf(documents(policy, signer(), database, later, account, dependent("web")), config);
    const told = result.findings.filter(({ code }) => code === "workload-left-behind");
    expect(told.map(({ refs }) => refs.map(({ name }) => name))).toEqual([["pod-cert-signer", "database"]]);
  });

  it("leaves a signer that is not part of the render alone", () => {
    expect(wavesOf(planOf(documents(policy, dependent("web")), config))).toEqual({
      "ConfigMap/pod-cert-signer": -1000,
      "Deployment/web": 0,
      barrier: -1,
    });
  });
});

describe("with canary", () => {
  it("has the signer before the barrier that somebody must answer", () => {
    const config = configWith({ method: "canary", canary: { replicas: "accepted" } });
    const waves = wavesOf(planOf(documents(policy, signer(), account, dependent("web")), config));
    expect(waves).toMatchObject({
      "ConfigMap/pod-cert-signer": -1000,
      "Deployment/pod-cert-signer": -2,
      barrier: -1,
      "Deployment/web": 0,
    });
  });

  it("has the account of the pod before the barrier that runs as it", () => {
    const late = account.replace(
      "namespace: web }",
      'namespace: web, annotations: { argocd.argoproj.io/sync-wave: "3" } }',
    );
    const config = configWith({ method: "canary", canary: { replicas: "accepted" } });
    const waves = wavesOf(planOf(documents(policy, late, dependent("web")), config));
    expect(waves).toMatchObject({ "ServiceAccount/web": -1, barrier: -1, "Deployment/web": 0 });
  });
});

describe("a policy that Argo CD waits for", () => {
  const issuer = object(
    "cert-manager.io/v1 Issuer",
    "identities",
    "spec: { allowed: [{ namespace: web, accounts: [web] }] }\n",
  );
  const custom = (readiness: object) =>
    configWith(readiness, {
      preset: "generic",
      signerName: "example.com/workload",
      policy: { group: "cert-manager.io", kind: "Issuer", namespace: "cert-signer", name: "identities" },
      grants: {
        path: "spec.allowed",
        fields: { namespace: { path: "namespace" }, serviceAccount: { path: "accounts" } },
      },
    });

  it.each([{ method: "settle" }, { method: "status", condition: "Ready" }])(
    "has the signer beside it, who reports on it, or the sync would never get to the signer: $method",
    (readiness) => {
      const waves = wavesOf(
        planOf(documents(issuer, signer(), account, dependent("web")), custom(readiness)),
      );
      expect(waves).toMatchObject({
        "Deployment/pod-cert-signer": -2,
        "Issuer/identities": -2,
        barrier: -1,
        "Deployment/web": 0,
      });
    },
  );
});

describe("hints", () => {
  const config = configWith();
  const hinted = (name: string, value: string, key = "grantwave.dev/after") =>
    `\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: web\n  annotations: { ${key}: "${value}" }\n`;

  it("put the other object a wave before, in our spelling and in that of cli-utils", () => {
    const text = documents(
      hinted("last", "ConfigMap/middle"),
      hinted("middle", "/namespaces/web/ConfigMap/first", "config.kubernetes.io/depends-on"),
      "\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: first, namespace: web }\n",
    );
    expect(wavesOf(planOf(text, config))).toEqual({
      "ConfigMap/first": -2,
      "ConfigMap/middle": -1,
      "ConfigMap/last": 0,
    });
  });

  it("take along what the earlier object names, so that it does not come without its account", () => {
    const text = documents(hinted("last", "Deployment/web"), account, dependent("web"));
    expect(wavesOf(planOf(text, config))).toEqual({
      "ConfigMap/last": 0,
      "ServiceAccount/web": -1,
      "Deployment/web": -1,
    });
  });

  it("that ask for what the earlier object names to come after it are a circle", () => {
    const late = account.replace(
      "namespace: web }",
      "namespace: web, annotations: { grantwave.dev/after: Deployment/web } }",
    );
    const result = planOf(documents(policy, late, dependent("web")), config);
    expect(result.findings).toMatchObject([
      { code: "order-cycle", args: { path: [{ reason: "hint" }, { reason: "prerequisite" }] } },
    ]);
  });

  it("that cannot be followed are told", () => {
    const text = documents(
      hinted("malformed", "just-a-name"),
      hinted("gone", "ConfigMap/nowhere"),
      hinted("malformed-too", "apps/Deployment", "config.kubernetes.io/depends-on"),
    );
    expect(planOf(text, config).findings.map(({ code, refs }) => `${code} ${refs[0]?.name}`)).toEqual([
      "hint-malformed malformed",
      "hint-unresolved gone",
      "hint-malformed malformed-too",
    ]);
  });

  it("do not reach across phases", () => {
    const text = documents(
      hinted("hook", "ConfigMap/plain").replace(
        "annotations: {",
        "annotations: { argocd.argoproj.io/hook: PreSync,",
      ),
      "\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: plain, namespace: web }\n",
    );
    expect(planOf(text, config).findings).toMatchObject([
      { code: "hint-across-phases", args: { phase: "PreSync", otherPhase: "Sync" } },
    ]);
  });

  it("that contradict a grant are a circle, told with its steps, and the given order stays", () => {
    const circular = policy.replace(
      "namespace: cert-signer }",
      "namespace: cert-signer, annotations: { grantwave.dev/after: Deployment/web/web } }",
    );
    const result = planOf(documents(circular, account, dependent("web")), config);
    expect(result.findings).toMatchObject([
      {
        code: "order-cycle",
        args: { path: [{ reason: "grant" }, { reason: "barrier" }, { reason: "hint" }] },
      },
    ]);
    expect(wavesOf(result)).toMatchObject({ "ConfigMap/pod-cert-signer": 0, "Deployment/web": 0 });
    // A barrier before the dependents would wait for a policy that comes with them.
    expect(result.barriers).toEqual([]);
  });
});

describe("a policy whose name carries its content", () => {
  it("is nothing that other methods than rollout can wait for", () => {
    const hashed = policy.replace("name: pod-cert-signer,", "name: pod-cert-signer-8m2t4kbd5h,");
    for (const method of ["settle", "report"]) {
      const result = planOf(documents(hashed, account, dependent("web")), configWith({ method }));
      expect(result.findings).toMatchObject([{ code: "policy-content-named", args: { method } }]);
    }
    const result = planOf(documents(hashed, account, dependent("web")), configWith({ method: "rollout" }));
    expect(result.findings).toEqual([]);
  });
});

describe("a barrier", () => {
  const namespace = "\napiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n";

  it("needs a namespace that is there before the application, unless it runs as the dependent itself", () => {
    const text = documents(policy, namespace, account, dependent("web"));
    expect(planOf(text, configWith()).findings).toMatchObject([
      { code: "barrier-namespace-new", args: { namespace: "web" } },
    ]);
    const elsewhere = { ...configWith(), barrier: { ...configWith().barrier, namespace: "grantwave" } };
    expect(planOf(text, elsewhere).findings).toEqual([]);
    const canary = configWith({ method: "canary", canary: { replicas: "accepted" } });
    expect(planOf(text, canary).findings).toEqual([]);
  });
});

describe("a policy that only a later phase applies", () => {
  it("has no barrier in front of that phase, which would lock the sync out for good", () => {
    const hook = dependent("web", "  annotations: { argocd.argoproj.io/hook: PreSync }");
    const result = planOf(documents(policy, account, hook), configWith());
    expect(result.findings).toMatchObject([
      { code: "reference-later-phase", args: { phase: "PreSync", providedIn: "Sync" } },
      { code: "phase-inversion", args: { dependentPhase: "PreSync", policyPhase: "Sync" } },
    ]);
    expect(result.barriers).toEqual([]);
  });
});
