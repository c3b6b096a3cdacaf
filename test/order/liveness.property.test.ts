import fc from "fast-check";
import { expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import { compareText, refKey } from "../../src/manifest/object-ref.ts";
import type { PipelineResult } from "../../src/pipeline.ts";
import { runs } from "../runs.ts";
import { configWith, dependent, documents, planOf, policy } from "./planned-waves.ts";

/** What somebody cannot become healthy without: `needs` must be applied no later than the step in which one waits for it. */
interface Need {
  readonly who: string;
  readonly needs: string;
}

const signerNeeds = [
  "ServiceAccount/signer",
  "ConfigMap/settings",
  "ExternalSecret/kms",
  "PersistentVolumeClaim/cache",
];

const needs: readonly Need[] = [
  ...signerNeeds.map((what) => ({ who: "Deployment/pod-cert-signer", needs: what })),
  { who: "Deployment/pod-cert-signer", needs: "ConfigMap/pod-cert-signer" },
  { who: "Deployment/web", needs: "ServiceAccount/web" },
  { who: "ExternalSecret/kms", needs: "SecretStore/vault" },
];

/** A scaler whose target is not there is Degraded, which fails the sync. */
const targets: readonly Need[] = [
  { who: "HorizontalPodAutoscaler/signer", needs: "Deployment/pod-cert-signer" },
];

function withWave(text: string, wave: number): string {
  return text.replace(
    /\n {2}namespace: /,
    `\n  annotations: { argocd.argoproj.io/sync-wave: "${wave}" }\n  namespace: `,
  );
}

function plain(apiVersion: string, kind: string, name: string, namespace: string, rest = ""): string {
  return `\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n${rest}`;
}

const signer = plain(
  "apps/v1",
  "Deployment",
  "pod-cert-signer",
  "cert-signer",
  `spec:
  selector: { matchLabels: { app: signer } }
  template:
    metadata: { labels: { app: signer } }
    spec:
      serviceAccountName: signer
      containers: [{ name: signer, image: example.com/signer, envFrom: [{ secretRef: { name: token } }] }]
      volumes:
        - { name: policy, configMap: { name: pod-cert-signer } }
        - { name: settings, configMap: { name: settings } }
        - { name: cache, persistentVolumeClaim: { claimName: cache } }
`,
);

/** Everything that a render may hold; a wave for each that is there. */
const pieces: readonly string[] = [
  policy.replace(
    "metadata: { name: pod-cert-signer, namespace: cert-signer }",
    "metadata:\n  name: pod-cert-signer\n  namespace: cert-signer",
  ),
  signer,
  plain("v1", "ServiceAccount", "signer", "cert-signer"),
  plain("v1", "ConfigMap", "settings", "cert-signer"),
  plain(
    "external-secrets.io/v1",
    "ExternalSecret",
    "kms",
    "cert-signer",
    "spec: { secretStoreRef: { name: vault }, target: { name: token } }\n",
  ),
  plain("external-secrets.io/v1", "SecretStore", "vault", "cert-signer"),
  plain("v1", "PersistentVolumeClaim", "cache", "cert-signer"),
  plain("autoscaling/v2", "HorizontalPodAutoscaler", "signer", "cert-signer"),
  plain("networking.k8s.io/v1", "NetworkPolicy", "allow", "cert-signer"),
  plain("v1", "Service", "outside", "cert-signer", "spec: { type: LoadBalancer, ports: [{ port: 443 }] }\n"),
  plain("networking.k8s.io/v1", "Ingress", "entry", "web"),
  plain("v1", "ServiceAccount", "web", "web"),
  dependent("web"),
  dependent("worker"),
];

const renders = fc
  .tuple(
    fc.tuple(...pieces.map(() => fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }))),
    fc.constantFrom("settle", "rollout"),
  )
  .map(([waves, method]) => ({
    method,
    text: documents(
      ...pieces.flatMap((piece, index) =>
        waves[index] === undefined ? [] : [withWave(piece, waves[index])],
      ),
    ),
  }))
  .filter(({ text }) => text !== "");

it("does not make a sync hang or fail that its author's order brings to its end", () => {
  let brought = 0;
  fc.assert(
    fc.property(renders, ({ text, method }) => {
      const result = planOf(text, configWith({ method }));
      fc.pre(endOf(asGiven(result)) === "Succeeded");
      brought++;
      expect(endOf(asPlanned(result))).toBe("Succeeded");
    }),
    runs(200),
  );
  expect(brought).toBeGreaterThan(100);
});

it("leaves nobody that it moves without what it names: what is there before stays before", () => {
  fc.assert(
    fc.property(renders, ({ text, method }) => {
      const result = planOf(text, configWith({ method }));
      const [given, planned] = [stepsOf(asGiven(result)), stepsOf(asPlanned(result))];
      for (const { who, needs: what } of needs) {
        const [before, after] = [given.get(what), given.get(who)];
        if (before === undefined || after === undefined || before > after) continue;
        expect(planned.get(what), `${what} before ${who}`).toBeLessThanOrEqual(planned.get(who) ?? 0);
      }
    }),
    runs(200),
  );
});

/** Who is applied when, if everybody becomes healthy. */
function stepsOf(objects: readonly SyncObject[]): ReadonlyMap<string, number> {
  const { steps } = simulateSync(objects, { destinationNamespace: "web" });
  return new Map(steps.map(({ ref, step }) => [nameOf(ref), step]));
}

/** How the sync ends if nobody is healthy who lacks something at the step in which he is waited for. */
function endOf(objects: readonly SyncObject[]): string {
  const steps = stepsOf(objects);
  const isLacking = (list: readonly Need[]) => (ref: ObjectRef) =>
    list.some(
      ({ who, needs: what }) => who === nameOf(ref) && (steps.get(what) ?? 0) > (steps.get(who) ?? 0),
    );
  return simulateSync(objects, {
    destinationNamespace: "web",
    neverHealthy: isLacking(needs),
    degraded: isLacking(targets),
  }).outcome;
}

function asGiven(result: PipelineResult): readonly SyncObject[] {
  return result.objects.map(({ manifest }) => manifest);
}

function asPlanned({ objects, moves, barriers }: PipelineResult): readonly SyncObject[] {
  const waves = new Map(moves.map(({ manifest, to }) => [refKey(manifest.ref), to]));
  const moved = objects.map(({ manifest }) => {
    const wave = waves.get(refKey(manifest.ref));
    const annotations = { ...manifest.annotations, "argocd.argoproj.io/sync-wave": String(wave) };
    return wave === undefined ? manifest : { ...manifest, annotations };
  });
  const jobs = barriers.map(({ ref, manifest, wave, group }, position) => ({
    index: objects.length + position,
    ref,
    value: manifest,
    annotations: {
      "argocd.argoproj.io/hook": group.phase,
      "argocd.argoproj.io/sync-wave": String(wave),
    },
  }));
  return [...moved, ...jobs].sort((a, b) => compareText(a.ref.name, b.ref.name));
}

function nameOf({ kind, name }: ObjectRef): string {
  return `${kind}/${name}`;
}
