import { describe, expect, it } from "vitest";
import { oracleFiles, readOracle } from "./objects.ts";
import { bothAnswers } from "./sync-answers.ts";

describe("a simulated sync agrees with Argo CD's own engine", () => {
  it.each(oracleFiles.flatMap(readOracle))("$id", (given) => {
    const { ours, theirs } = bothAnswers(given);

    expect(ours).toEqual(theirs);
  });
});
