import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barrierJob } from "../../src/barrier/barrier-job.ts";
import { digestOf } from "../../src/barrier/digest.ts";
import { waitOptions } from "../../src/commands/wait-options.ts";
import { BarrierConfig, SignerConfig } from "../../src/config/config.ts";
import { type JsonValue, valueAt } from "../../src/manifest/manifest.ts";
import { runs } from "../runs.ts";
import { deployment, groupOf, policyRef, requesterOf, signerConfig } from "./samples.ts";

const config = BarrierConfig.parse({});
const place = { name: "grantwave-shop", namespace: "shop", wave: -1, isSignerInSync: false };
const api = requesterOf(deployment("shop", "api"));
const web = requesterOf(deployment("shop", "web"));

function argumentsOf(job: JsonValue): readonly string[] {
  return valueAt(job, "spec", "template", "spec", "containers", 0, "args") as unknown as readonly string[];
}

describe("the barrier's Job", () => {
  it("is this, field by field", () => {
    expect(barrierJob(groupOf([web, api]), place, config)).toEqual({
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        name: "grantwave-shop",
        namespace: "shop",
        labels: { "app.kubernetes.io/managed-by": "grantwave", "grantwave.dev/barrier": "true" },
        annotations: {
          "argocd.argoproj.io/hook": "Sync",
          "argocd.argoproj.io/hook-delete-policy": "BeforeHookCreation,HookSucceeded",
          "argocd.argoproj.io/sync-wave": "-1",
          "grantwave.dev/digest": digestOf(groupOf([web, api])),
        },
      },
      spec: {
        activeDeadlineSeconds: 300,
        backoffLimit: 2,
        podFailurePolicy: {
          rules: [
            ...[10, 11, 12, 13].map((code) => ({
              action: "FailJob",
              onExitCodes: { containerName: "barrier", operator: "In", values: [code] },
            })),
            { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
          ],
        },
        template: {
          metadata: {
            labels: { "app.kubernetes.io/managed-by": "grantwave", "grantwave.dev/barrier": "true" },
          },
          spec: {
            restartPolicy: "Never",
            serviceAccountName: "grantwave-barrier",
            automountServiceAccountToken: true,
            enableServiceLinks: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
            containers: [
              {
                name: "barrier",
                image: "ghcr.io/example/grantwave:0.1.0",
                command: ["grantwave", "wait"],
                args: [
                  "--signer=workload-certificates",
                  "--signer-name=example.com/workload",
                  "--preset=pod-cert-signer",
                  "--policy=ConfigMap/cert-signer/pod-cert-signer",
                  "--policy-key=policy.json",
                  "--workload=Deployment/cert-signer/pod-cert-signer",
                  "--method=settle",
                  "--propagation=150s",
                  "--poll-interval=30s",
                  "--stable-for=5s",
                  "--timeout=270s",
                  '--requesters=[{"namespace":"shop","keyType":"ECDSAP256","serviceAccounts":["api","web"]}]',
                ],
                resources: {
                  requests: { cpu: "10m", memory: "64Mi" },
                  limits: { cpu: "500m", memory: "256Mi" },
                },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ["ALL"] },
                },
                terminationMessagePolicy: "FallbackToLogsOnError",
              },
            ],
          },
        },
      },
    });
  });

  it("follows the dependents' phase, the configuration of barrier and signer, and the solved wave", () => {
    const signer = SignerConfig.parse({
      ...signerConfig,
      workload: {
        kind: "DaemonSet",
        namespace: "cert-signer",
        name: "pod-cert-signer",
        container: "signer",
      },
      readiness: { timeout: "10m", propagation: "1m", pollInterval: "10s", stableFor: "0s" },
    });
    const job = barrierJob(
      groupOf([web], { phase: "PreSync", signer, policyManifest: undefined }),
      { ...place, wave: -7 },
      { ...config, image: "registry.example.com/grantwave@sha256:0", serviceAccountName: "waits" },
    );
    expect(valueAt(job, "metadata", "annotations", "argocd.argoproj.io/hook")).toBe("PreSync");
    expect(valueAt(job, "metadata", "annotations", "argocd.argoproj.io/sync-wave")).toBe("-7");
    expect(valueAt(job, "spec", "activeDeadlineSeconds")).toBe(600);
    expect(valueAt(job, "spec", "template", "spec", "serviceAccountName")).toBe("waits");
    expect(valueAt(job, "spec", "template", "spec", "containers", 0, "image")).toBe(
      "registry.example.com/grantwave@sha256:0",
    );
    expect(argumentsOf(job).slice(4, -1)).toEqual([
      "--policy-key=policy.json",
      "--workload=DaemonSet/cert-signer/pod-cert-signer",
      "--container=signer",
      "--method=settle",
      "--propagation=60s",
      "--poll-interval=10s",
      "--stable-for=0s",
      "--timeout=570s",
    ]);
  });

  it("passes no argument that wait does not know", () => {
    const known = waitOptions.map(([flag]) => flag.split(" ")[0]);
    const job = barrierJob(groupOf([web]), { ...place, isSignerInSync: true }, config);
    const passed = argumentsOf(job).map((text) => text.split("=")[0]);
    expect(passed).toContain("--workload-in-sync");
    expect(known).toEqual(expect.arrayContaining([...new Set(passed)]));
    expect(passed).not.toHaveLength(0);
  });

  it("never vanishes by a time to live, always ends by itself, and keeps what it was given", () => {
    const requesters = Object.freeze([web, api]);
    const job = barrierJob(groupOf(requesters), place, config);
    expect(valueAt(job, "spec", "ttlSecondsAfterFinished")).toBeUndefined();
    expect(valueAt(job, "spec", "activeDeadlineSeconds")).toBe(300);
    expect(requesters).toEqual([web, api]);
  });

  it("hands user annotations over exactly, although the kubelet expands $(NAME)", () => {
    const annotations = { "example.com/dns-names": "$(PATH),$$,$5,a.svc", "example.com/$(X)": "ü" };
    const job = barrierJob(groupOf([{ ...web, userAnnotations: annotations }]), place, config);
    const last = argumentsOf(job).at(-1) ?? "";
    expect(last).toContain("$$(PATH),$$$$,$$5");
    const seen = last.replaceAll("$$", "$").replace("--requesters=", "");
    expect(JSON.parse(seen)).toEqual([
      { namespace: "shop", keyType: "ECDSAP256", annotations, serviceAccounts: ["web"] },
    ]);
  });
});

describe("the list of requesters in the Job", () => {
  const requesters = fc.array(
    fc
      .record({
        namespace: fc.constantFrom("shop", "web", "größe"),
        serviceAccountName: fc.string({ maxLength: 6 }),
        keyType: fc.constantFrom("ECDSAP256", "ED25519"),
        userAnnotations: fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }), {
          maxKeys: 2,
        }),
      })
      .map((differences) => requesterOf(deployment("shop", "web"), differences)),
    { minLength: 1, maxLength: 60 },
  );

  it("names each combination that the signer looks at exactly once, in any order of the input", () => {
    fc.assert(
      fc.property(requesters, (list) => {
        const told = toldBy(barrierJob(groupOf(list), place, config));
        const wanted = list.map((requester) => combinationOf(requester));
        expect(told).toHaveLength(new Set(wanted).size);
        expect(new Set(told)).toEqual(new Set(wanted));
        const reversed = groupOf([...list].reverse());
        expect(barrierJob(reversed, place, config)).toEqual(barrierJob(groupOf(list), place, config));
      }),
      runs(100),
    );
  });

  it("stays below what one argument may hold, and asks for server-side apply when the Job is large", () => {
    const many = Array.from({ length: 9_000 }, (_, index) =>
      requesterOf(deployment("shop", `web-${index}`), {
        userAnnotations: index % 3 === 0 ? { "example.com/dns-names": `web-${index}.shop.svc` } : {},
      }),
    );
    const job = barrierJob(groupOf(many), place, config);
    expect(toldBy(job)).toHaveLength(9_000);
    expect(argumentsOf(job).filter((text) => text.startsWith("--requesters=")).length).toBeGreaterThan(1);
    for (const argument of argumentsOf(job)) expect(Buffer.byteLength(argument)).toBeLessThan(131_072);
    expect(Buffer.byteLength(JSON.stringify(job))).toBeLessThan(1_200_000);
    expect(valueAt(job, "metadata", "annotations", "argocd.argoproj.io/sync-options")).toBe(
      "ServerSideApply=true",
    );
  });
});

describe("the digest of a barrier", () => {
  it("is the same for the same things to wait for, in whatever order and however often they are named", () => {
    expect(digestOf(groupOf([web, api]))).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digestOf(groupOf([api, web, api]))).toBe(digestOf(groupOf([web, api])));
  });

  it("does not depend on names, phases and timings, and changes with every thing that a grant must cover", () => {
    const base = groupOf([web]);
    const readiness = { ...signerConfig.readiness, timeout: 900 };
    expect(digestOf({ ...base, phase: "PreSync", signer: { ...signerConfig, readiness } })).toBe(
      digestOf(base),
    );
    const others = [
      groupOf([api]),
      groupOf([web, api]),
      groupOf([{ ...web, keyType: "ED25519" }]),
      groupOf([{ ...web, namespace: "other" }]),
      groupOf([{ ...web, userAnnotations: { "example.com/dns-names": "web.shop.svc" } }]),
      groupOf([web], { signerName: "example.com/other" }),
      groupOf([web], { policy: { ...policyRef, name: "other" }, policyManifest: undefined }),
    ].map(digestOf);
    expect(new Set([digestOf(base), ...others]).size).toBe(others.length + 1);
  });
});

function toldBy(job: JsonValue): readonly string[] {
  const lists = argumentsOf(job)
    .filter((text) => text.startsWith("--requesters="))
    .flatMap((text) => JSON.parse(text.replaceAll("$$", "$").slice("--requesters=".length)));
  return lists.flatMap((set) =>
    set.serviceAccounts.map((serviceAccountName: string) =>
      combinationOf({ ...set, serviceAccountName, userAnnotations: set.annotations ?? {} }),
    ),
  );
}

function combinationOf(of: {
  readonly namespace: string;
  readonly serviceAccountName: string;
  readonly keyType: string;
  readonly userAnnotations: Readonly<Record<string, string>>;
}): string {
  const annotations = Object.entries(of.userAnnotations).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([of.namespace, of.serviceAccountName, of.keyType, annotations]);
}
