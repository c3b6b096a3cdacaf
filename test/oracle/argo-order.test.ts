import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bothAnswers } from "../argo/sync-answers.ts";
import { runs } from "../runs.ts";
import { ArgoSyncEngine } from "./argo-sync-engine.ts";
import { question } from "./argo-sync-questions.ts";

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
});
