import { describe, expect, it } from "vitest";
import { readAnswers } from "../../scripts/argo-releases/answers.mjs";
import { luaHealthGroupEnds, luaHealthGroups, luaHealthKinds } from "../../src/argo/known-health.ts";
import { simulateSync } from "../../src/argo/simulate.ts";
import type { SyncStep } from "../../src/argo/step-log.ts";
import cases from "../oracle/releases/cases.json" with { type: "json" };
import { isOneOf, type OracleObject, toSyncObject } from "./objects.ts";

/** What the releases of Argo CD answered: `npm run oracle:releases`. */
const { luaChecks, releases } = readAnswers();
const barrierCases = cases.map(({ id }) => id).filter((id) => id.startsWith("barrier-"));

describe.each(Object.entries(releases))("Argo CD %s", (_, { cases: answers }) => {
  it("has answered every case", () => {
    expect(Object.keys(answers)).toEqual(cases.map(({ id }) => id));
  });

  it.each(barrierCases)("holds what stands behind a barrier: %s", (id) => {
    expect(answers[id]?.steps).toEqual([
      "1: apply ConfigMap/policy (Sync, wave -1000)",
      "2: apply Job/barrier (Sync, wave -1)",
    ]);
  });
});

it.each(cases.filter((question) => !("failing" in question) && !("vanishing" in question)))(
  "the model answers $id as 3.6.1 does",
  (question) => {
    const objects: readonly OracleObject[] = question.manifests;
    const simulated = simulateSync(
      objects.map((object, index) => toSyncObject(object, index, question.destinationNamespace)),
      {
        destinationNamespace: question.destinationNamespace,
        createNamespace: false,
        neverHealthy: isOneOf(question.neverHealthy ?? []),
        degraded: isOneOf(question.degraded ?? []),
      },
    );

    const { steps, outcome, message } = simulated;
    expect({ steps: steps.map(inWords), outcome, message }).toEqual(releases["3.6.1"]?.cases[question.id]);
  },
);

it("the kinds with a health check in Lua are those that 3.6.1 ships", () => {
  const ours = [
    ...Object.entries(luaHealthKinds).flatMap(([group, kinds]) => kinds.map((kind) => `${group}/${kind}`)),
    ...luaHealthGroups.map((group) => `${group}/*`),
    ...luaHealthGroupEnds.map((end) => `*${end}/*`),
  ];

  expect(ours.sort()).toEqual([...luaChecks].sort());
});

function inWords({ step, op, phase, wave, ref }: SyncStep): string {
  return `${step}: ${op} ${ref.kind}/${ref.name} (${phase}, wave ${wave})`;
}
