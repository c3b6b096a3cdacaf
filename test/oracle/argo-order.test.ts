import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OracleCase, type OracleQuestion, readOracle } from "../argo/objects.ts";
import { bothAnswers } from "../argo/sync-answers.ts";
import { runs } from "../runs.ts";
import { ArgoSyncEngine } from "./argo-sync-engine.ts";
import { question } from "./argo-sync-questions.ts";
import { namedSyncs } from "./named-syncs.ts";

const recorded = new URL("../argo/oracle/live-syncs.jsonl", import.meta.url);

describe("a simulated sync and Argo CD's own engine", () => {
  let engine: ArgoSyncEngine;

  beforeAll(async () => {
    engine = await ArgoSyncEngine.start();
  }, 600_000);

  afterAll(() => engine?.stop());

  it("do the same in any sync", async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { ours, theirs } = bothAnswers(await engine.ask(asked));

        expect(ours).toEqual(theirs);
      }),
      runs(300),
    );
  });

  it("do what is recorded for tests without Go", async () => {
    const asked = [...namedSyncs, ...sampleQuestions()];
    const answers: OracleCase[] = [];
    for (const sync of asked) {
      answers.push(await engine.ask(sync));
    }
    if (process.env["GRANTWAVE_UPDATE"] === "1") {
      writeFileSync(recorded, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
    }

    expect(answers.map(toTold)).toEqual(readOracle("live-syncs").map(toTold));
  });
});

/** Always the same, and each with something that is live or refused. */
function sampleQuestions(): readonly OracleQuestion[] {
  return fc
    .sample(question, { seed: 361, numRuns: 260 })
    .filter(({ live = [], manifests }) => live.length > 1 && live.length + manifests.length > 4)
    .slice(0, 120)
    .map((asked, index) => ({ ...asked, id: `random-${index + 1}` }));
}

/** What has no order of its own is sorted. */
function toTold(answer: OracleCase): object {
  return { id: answer.id, ...bothAnswers(answer).theirs };
}
