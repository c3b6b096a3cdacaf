import fc from "fast-check";
import { expect, it } from "vitest";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import { compareText, refKey } from "../../src/manifest/object-ref.ts";
import type { PipelineResult } from "../../src/pipeline.ts";
import { runs } from "../runs.ts";
import { planOf } from "./planned-waves.ts";
import { configFor, randomApplication, textOf } from "./random-application.ts";

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
  { who: "Issuer/identities", needs: "Deployment/mesh-controller" },
];

/** A scaler whose target is not there is Degraded, which fails the sync. */
const targets: readonly Need[] = [
  { who: "HorizontalPodAutoscaler/signer", needs: "Deployment/pod-cert-signer" },
];

it("does not make a sync hang or fail that its author's order brings to its end", () => {
  let brought = 0;
  fc.assert(
    fc.property(randomApplication, (application) => {
      const result = planOf(textOf(application), configFor(application));
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
    fc.property(randomApplication, (application) => {
      const result = planOf(textOf(application), configFor(application));
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
