import { describe, expect, it } from "vitest";
import { configWith, dependent, documents, planOf, policy, wavesOf } from "./planned-waves.ts";

type Annotations = Readonly<Record<string, string>>;

function object(apiVersion: string, kind: string, name: string, annotations: Annotations): string {
  return `${JSON.stringify({ apiVersion, kind, metadata: { name, namespace: "web", annotations } })}\n`;
}

function configMap(name: string, annotations: Annotations): string {
  return object("v1", "ConfigMap", name, annotations);
}

function at(wave: number, hook?: string): Annotations {
  const phase = hook === undefined ? {} : { "argocd.argoproj.io/hook": hook };
  return { "argocd.argoproj.io/sync-wave": String(wave), ...phase };
}

function codesOf(between: string): readonly string[] {
  const late = configMap("late", at(2, "Sync,SyncFail"));
  const first = configMap("first", { "grantwave.dev/after": "ConfigMap/late" });
  const result = planOf(documents(late, between, first), configWith());
  expect(wavesOf(result)).toMatchObject({ "ConfigMap/late": -1, "ConfigMap/first": 0 });
  return result.findings.map(({ code }) => code);
}

describe("between one that has to come first and the place where it stood", () => {
  it("an object of the same phase loses its place, which is told", () => {
    expect(codesOf(configMap("between", at(1)))).toEqual(["order-given-up"]);
  });

  it("a hook of a failed sync has none to lose, since those run all at once", () => {
    expect(codesOf(configMap("between", at(1, "SyncFail")))).toEqual([]);
  });

  it("a Namespace has none, since Argo CD moves it, nor has an Application, which syncs by itself", () => {
    expect(codesOf(object("v1", "Namespace", "shop", at(1)))).toEqual([]);
    expect(codesOf(object("argoproj.io/v1alpha1", "Application", "child", at(1)))).toEqual([
      "child-applications",
    ]);
  });
});

describe("a policy", () => {
  it("that stands lower than policies go stays there", () => {
    const low = policy.replace(
      "namespace: cert-signer }",
      `namespace: cert-signer, annotations: ${JSON.stringify(at(-2000))} }`,
    );
    expect(wavesOf(planOf(documents(low, dependent("web")), configWith()))).toMatchObject({
      "ConfigMap/pod-cert-signer": -2000,
    });
  });

  it("whose health Argo CD knows goes no lower than just below its barrier", () => {
    const issuer = `
apiVersion: cert-manager.io/v1
kind: Issuer
metadata: { name: identities, namespace: cert-signer }
spec: { allowed: [{ namespace: web, accounts: [web] }] }
`;
    const config = configWith(
      {},
      {
        preset: "generic",
        signerName: "example.com/workload",
        policy: { group: "cert-manager.io", kind: "Issuer", namespace: "cert-signer", name: "identities" },
        grants: {
          path: "spec.allowed",
          fields: { namespace: { path: "namespace" }, serviceAccount: { path: "accounts" } },
        },
      },
    );
    expect(wavesOf(planOf(documents(issuer, dependent("web")), config))).toEqual({
      "Issuer/identities": -2,
      barrier: -1,
      "Deployment/web": 0,
    });
  });
});

it("is left alone where an earlier phase brings what a hint asks for", () => {
  const text = documents(
    configMap("before", at(3, "PreSync")),
    configMap("after", { "grantwave.dev/after": "ConfigMap/before" }),
  );
  expect(wavesOf(planOf(text, configWith()))).toEqual({ "ConfigMap/before": 3, "ConfigMap/after": 0 });
});

it("a failed sync has no barriers, which would hold nothing back", () => {
  const hook = dependent("web", `  annotations: ${JSON.stringify(at(0, "Sync,SyncFail"))}`);
  const { barriers } = planOf(documents(policy, hook), configWith());
  expect(barriers.map(({ group }) => group.phase)).toEqual(["Sync"]);
});

describe("where hints run in a circle, and the given order is kept", () => {
  const circle = documents(
    configMap("one", { "grantwave.dev/after": "ConfigMap/two" }),
    configMap("two", { "grantwave.dev/after": "ConfigMap/one" }),
  );

  it.each([
    [-2, [-1]],
    [-1, []],
    [0, []],
  ])("a barrier stands below its dependents if its policy at %i is lower still", (wave, waves) => {
    const placed = policy.replace(
      "namespace: cert-signer }",
      `namespace: cert-signer, annotations: ${JSON.stringify(at(wave))} }`,
    );
    const result = planOf(documents(circle, placed, dependent("web")), configWith());
    expect(result.findings.map(({ code }) => code)).toContain("order-cycle");
    expect(result.barriers.map((barrier) => barrier.wave)).toEqual(waves);
    expect(result.moves).toEqual([]);
  });
});
