import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isApplication } from "../../src/argo/child-applications.ts";
import type { Phase } from "../../src/argo/phase.ts";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import { readWave } from "../../src/argo/wave.ts";
import type { Barrier } from "../../src/barrier/barrier.ts";
import { type ObjectRef, refKey } from "../../src/manifest/object-ref.ts";
import { undoEdits } from "../../src/manifest/undo.ts";
import { isMovedByArgo } from "../../src/order/moved-by-argo.ts";
import type { PipelineResult } from "../../src/pipeline.ts";
import { readStream } from "../manifest/render-of.ts";
import { runs } from "../runs.ts";
import { planOf } from "./planned-waves.ts";
import { configFor, type RandomApplication, randomApplication, textOf } from "./random-application.ts";

const usual = 80;

/** Where policies go that nobody reports on and that need nothing. */
const policyWave = -1000;

function holds(property: (result: PipelineResult, application: RandomApplication) => void): void {
  fc.assert(
    fc.property(randomApplication, (application) => {
      property(planOf(textOf(application), configFor(application)), application);
    }),
    runs(usual),
  );
}

describe("what is printed for any application, in the hands of Argo CD", () => {
  it("applies none of a barrier's dependents while the barrier is not open, and whatever it waits for", () => {
    let guarded = 0;
    holds((result) => {
      for (const barrier of result.barriers) {
        const applied = appliedWithout(result, barrier);
        expect(applied.has(keyOf(barrier.ref, barrier.group.phase))).toBe(true);
        for (const { dependent } of barrier.group.requesters) {
          guarded++;
          expect(applied.has(keyOf(dependent.ref, barrier.group.phase)), dependent.ref.name).toBe(false);
        }
        for (const ref of neededBy(barrier, result)) {
          expect(
            [...applied].some((key) => key.startsWith(`${refKey(ref)} `)),
            ref.name,
          ).toBe(true);
        }
      }
    });
    expect(guarded).toBeGreaterThan(usual);
  });

  it("applies a grant, then its barrier, then the dependents, each in a step of its own", () => {
    holds((result) => {
      const steps = stepsOf(result);
      for (const { ref, group } of result.barriers) {
        const own = steps.get(keyOf(ref, group.phase)) ?? expect.fail("a barrier is applied");
        const policy = group.policyManifest && firstStep(steps, group.policyManifest.ref);
        if (policy !== undefined) expect(policy).toBeLessThan(own);
        for (const { dependent } of group.requesters) {
          expect(steps.get(keyOf(dependent.ref, group.phase))).toBeGreaterThan(own);
        }
      }
    });
  });

  it("has a barrier before every certificate that is granted, in each phase that waves order", () => {
    holds((result) => {
      if (codesOf(result).has("order-cycle")) return;
      const guarded = new Set(
        result.barriers.flatMap(({ group: { phase, requesters } }) =>
          requesters.map(({ dependent, signerName }) => `${keyOf(dependent.ref, phase)} ${signerName}`),
        ),
      );
      const inverted = new Set(
        result.findings.flatMap(({ code, refs: [ref] }) =>
          code === "phase-inversion" && ref !== undefined ? [refKey(ref)] : [],
        ),
      );
      for (const { requester, status } of result.requesters) {
        const { dependent, signerName } = requester;
        if ((status !== "granted" && status !== "external") || inverted.has(refKey(dependent.ref))) continue;
        const phases = result.objects.find(({ manifest }) => manifest === dependent)?.hook.phases ?? [];
        for (const phase of phases.filter((one) => one !== "SyncFail")) {
          expect(guarded).toContain(`${keyOf(dependent.ref, phase)} ${signerName}`);
        }
      }
    });
  });
});

describe("the waves of any application", () => {
  it("never rise, are those of the text that is printed, and the text is the renderer's when they are undone", () => {
    holds((result, application) => {
      for (const { from, to } of result.moves) expect(to).toBeLessThan(from);
      const printed = readStream(result.output.text).manifests;
      const expected = new Map(result.moves.map(({ manifest, to }) => [refKey(manifest.ref), to]));
      for (const { ref, wave } of result.barriers) expected.set(refKey(ref), wave);
      for (const { manifest, wave } of result.objects) {
        if (!expected.has(refKey(manifest.ref))) expected.set(refKey(manifest.ref), wave);
      }
      const seen = new Map(printed.map(({ ref, annotations }) => [refKey(ref), readWave(annotations).wave]));
      expect(seen).toEqual(new Map([...seen].map(([key]) => [key, expected.get(key)])));
      expect(seen.size).toBe(expected.size);
      const ours = printed.length - application.documents.length;
      expect(ours).toBe(result.barriers.length);
      expect(undoEdits(withoutLast(result.output.text, ours), result.output.edits)).toBe(textOf(application));
    });
  });

  it("keep the author's order, or say of which two it is given up", () => {
    holds((result) => {
      const waves = wavesOf(result);
      const told = new Set(
        result.findings.flatMap(({ code, refs: [a, b] }) =>
          code === "order-given-up" && a !== undefined && b !== undefined
            ? [`${refKey(a)} ${refKey(b)}`]
            : [],
        ),
      );
      const asked = new Set(
        (result.order?.graph.edges ?? []).map(
          ({ before, after }) => `${nodeKey(result, after)} ${nodeKey(result, before)}`,
        ),
      );
      const bound = result.objects.filter((one) => isBound(one, result));
      for (const a of bound) {
        for (const b of bound) {
          const together = a.hook.phases.some(
            (phase) => phase !== "SyncFail" && b.hook.phases.includes(phase),
          );
          if (!together || a.wave >= b.wave) continue;
          const [keyA, keyB] = [refKey(a.manifest.ref), refKey(b.manifest.ref)];
          if ((waves.get(keyA) ?? 0) < (waves.get(keyB) ?? 0)) continue;
          const pair = `${keyA} ${keyB}`;
          expect(told.has(pair) || asked.has(pair), pair).toBe(true);
        }
      }
    });
  });

  it("are the author's where nobody waits for anything, those of policies excepted", () => {
    holds((_, application) => {
      const idle = application.documents.filter((text) => !/podCertificate|grantwave\.dev\/after/.test(text));
      fc.pre(idle.length > 0);
      const result = planOf(textOf({ documents: idle }), configFor(application));
      expect(movedBesidePolicies(result)).toEqual([]);
      expect(result.barriers).toEqual([]);
    });
  });

  it("move an object only for something that has to come after it, or for the order of those that are moved", () => {
    holds((result) => {
      const edges = result.order?.graph.edges ?? [];
      for (const { manifest, because } of movedBesidePolicies(result)) {
        const isRequired = edges.some(({ before }) => nodeKey(result, before) === refKey(manifest.ref));
        const isForOrder = because.some(({ reason }) => reason === "user");
        expect(isRequired || isForOrder, manifest.ref.name).toBe(true);
        expect(isMovedByArgo(manifest.ref) || isApplication(manifest.ref)).toBe(false);
      }
    });
  });

  it("are the same in any order of the documents", () => {
    holds((result, application) => {
      const other = planOf(textOf({ documents: application.documents.toReversed() }), configFor(application));
      expect(wavesOf(other)).toEqual(wavesOf(result));
      expect(new Set(other.barriers.map(({ manifest }) => JSON.stringify(manifest)))).toEqual(
        new Set(result.barriers.map(({ manifest }) => JSON.stringify(manifest))),
      );
      expect(codesOf(other)).toEqual(codesOf(result));
    });
  });

  it("are printed again as they are by a second run", () => {
    holds((result, application) => {
      expect(planOf(result.output.text, configFor(application)).output.text).toBe(result.output.text);
    });
  });
});

/** The objects of the printed text, as Argo CD reads them. */
function printedObjects({ output }: PipelineResult): readonly SyncObject[] {
  return readStream(output.text).manifests;
}

/** Who is applied in which phase while one barrier stays closed. */
function appliedWithout(result: PipelineResult, barrier: Barrier): ReadonlySet<string> {
  const neverHealthy = (ref: ObjectRef) => refKey(ref) === refKey(barrier.ref);
  const { steps } = simulateSync(printedObjects(result), { destinationNamespace: "web", neverHealthy });
  return new Set(steps.filter(({ op }) => op === "apply").map(({ ref, phase }) => keyOf(ref, phase)));
}

function stepsOf(result: PipelineResult): ReadonlyMap<string, number> {
  const { steps } = simulateSync(printedObjects(result), { destinationNamespace: "web" });
  return new Map(
    steps.filter(({ op }) => op === "apply").map(({ ref, phase, step }) => [keyOf(ref, phase), step]),
  );
}

function firstStep(steps: ReadonlyMap<string, number>, ref: ObjectRef): number | undefined {
  const own = [...steps].filter(([key]) => key.startsWith(`${refKey(ref)} `)).map(([, step]) => step);
  return own.length === 0 ? undefined : Math.min(...own);
}

/**
 * What has to be there for a barrier to open: its policy, and where somebody has to answer or to report on that, the
 * signer, unless its phase comes later or nothing could be ordered. (Without a signer no certificate is denied, so all other barriers open.)
 */
function neededBy({ group }: Barrier, { objects, order }: PipelineResult): readonly ObjectRef[] {
  const { policyManifest, phase, signer } = group;
  const policies = policyManifest === undefined ? [] : [policyManifest.ref];
  const methods = policyManifest === undefined ? ["rollout", "canary"] : ["rollout", "canary", "status"];
  if (!methods.includes(signer.readiness.method) || phase === "PreSync" || order === undefined)
    return policies;
  const workload = objects.find(
    ({ manifest: { ref } }) => ref.name === signer.workload?.name && ref.group === "apps",
  );
  return workload === undefined ? policies : [...policies, workload.manifest.ref];
}

function wavesOf({ objects, moves }: PipelineResult): ReadonlyMap<string, number> {
  const moved = new Map(moves.map(({ manifest, to }) => [manifest, to]));
  const waves = objects.map(({ manifest, wave }): [string, number] => [
    refKey(manifest.ref),
    moved.get(manifest) ?? wave,
  ]);
  return new Map(waves.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the order counts in which its author put it. */
function isBound({ manifest, isPolicy }: PipelineResult["objects"][number], result: PipelineResult): boolean {
  if (isMovedByArgo(manifest.ref) || isApplication(manifest.ref)) return false;
  return !isPolicy || (wavesOf(result).get(refKey(manifest.ref)) ?? 0) > policyWave;
}

/** Policies go early whether somebody waits for them or not: their users may be in another source. */
function movedBesidePolicies({ moves, objects }: PipelineResult): PipelineResult["moves"] {
  const policies = new Set(objects.flatMap(({ manifest, isPolicy }) => (isPolicy ? [manifest] : [])));
  return moves.filter(({ manifest, to }) => !policies.has(manifest) || to > policyWave);
}

function nodeKey({ order }: PipelineResult, index: number): string {
  const node = order?.graph.nodes[index];
  if (node === undefined) return "";
  return node.kind === "barrier" ? `barrier ${index}` : refKey(node.object.manifest.ref);
}

function codesOf({ findings }: PipelineResult): ReadonlySet<string> {
  return new Set(findings.map(({ code }) => code));
}

function keyOf(ref: ObjectRef, phase: Phase): string {
  return `${refKey(ref)} ${phase}`;
}

/** The text without its last documents, which are ours. */
function withoutLast(text: string, count: number): string {
  const { documents } = readStream(text);
  const first = documents[documents.length - count];
  return count === 0 || first === undefined ? text : text.slice(0, text.lastIndexOf("---\n", first.end - 1));
}
