import { describe, expect, it } from "vitest";
import { UnansweredError } from "../../src/cluster/cluster-reader.ts";
import { OutsideError } from "../../src/errors.ts";
import type { Observation } from "../../src/loaded/observation.ts";
import { progressLines } from "../../src/loaded/progress-lines.ts";
import {
  longestTerminationMessage,
  terminationMessage,
  verdictLines,
} from "../../src/loaded/verdict-lines.ts";
import { type Progress, type WaitWorld, waitUntilLoaded } from "../../src/loaded/wait-loop.ts";
import { configMap, digestOf, noonMs, observationOf, pod, policyText, questionBy } from "./samples.ts";

const granting = policyText(["api", "web"]);
const refused = (status: number, retryAfterSeconds?: number) =>
  new UnansweredError(`the API server answered ${status}`, { status, retryAfterSeconds });
const gone = new OutsideError("the API server gave no answer (ECONNREFUSED)");

/** What the looks at one pod find, by the second at which they happen: loaded, not loaded, or an error. */
type Script = (seconds: number) => "loaded" | "old" | "other" | Error;

interface Told {
  /** The seconds of the looks. */
  readonly looks: number[];
  readonly progress: Progress[];
}

function worldOf(script: Script, told: Told, endsAt = Number.POSITIVE_INFINITY): WaitWorld {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    random: () => 0.5,
    isEnding: () => nowMs >= endsAt * 1000,
    sleep(ms) {
      nowMs = Math.min(nowMs + ms, Math.max(nowMs, endsAt * 1000));
      return Promise.resolve();
    },
    tell(progress) {
      told.progress.push(progress);
      return Promise.resolve();
    },
    look(): Promise<Observation> {
      told.looks.push(nowMs / 1000);
      const found = script(nowMs / 1000);
      if (found instanceof Error) return Promise.reject(found);
      const text = found === "other" ? policyText(["api", "web"], "other.example.com") : granting;
      const body = found === "old" ? digestOf("{}") : digestOf(text);
      return Promise.resolve(
        observationOf({
          nowMs: noonMs + nowMs,
          policies: [configMap({ text, changedMs: noonMs })],
          pods: [pod({ name: "a" })],
          answers: new Map([["uid-a", { answered: true, status: 200, body }]]),
        }),
      );
    },
  };
}

async function run(script: Script, differences = {}, endsAt?: number) {
  const told: Told = { looks: [], progress: [] };
  const question = questionBy("http", differences);
  const verdict = await waitUntilLoaded(question, worldOf(script, told, endsAt));
  return { verdict, question, ...told };
}

describe("waitUntilLoaded", () => {
  it("opens when everything has been loaded for the whole window, at once without a window", async () => {
    const { verdict } = await run((seconds) => (seconds < 20 ? "old" : "loaded"));
    expect(verdict).toMatchObject({ outcome: "open", isLoadedAlready: false });
    expect(verdict.seconds).toBeGreaterThanOrEqual(25);
    expect(verdict.seconds).toBeLessThanOrEqual(27);
    const { looks, verdict: quick } = await run(() => "loaded", { "stable-for": "0s" });
    expect({ looks, outcome: quick.outcome, already: quick.isLoadedAlready }).toEqual({
      looks: [0],
      outcome: "open",
      already: true,
    });
  });

  it.each<[string, Script]>([
    ["a pod that falls back", (seconds) => (seconds > 2 && seconds < 4 ? "old" : "loaded")],
    ["a look that fails", (seconds) => (seconds > 2 && seconds < 4 ? gone : "loaded")],
    ["another policy that is loaded as well", (seconds) => (seconds < 4 ? "loaded" : "other")],
  ])("begins the window anew after %s", async (_, script) => {
    const { verdict } = await run(script);
    expect(verdict.outcome).toBe("open");
    expect(verdict.seconds).toBeGreaterThanOrEqual(9);
  });

  it("ends at the deadline, and not after it", async () => {
    const { verdict } = await run(() => "old");
    expect(verdict).toMatchObject({ outcome: "deadline", seconds: 270 });
    expect(await run(() => gone)).toMatchObject({ verdict: { outcome: "deadline", seconds: 270 } });
  });

  it("asks a server that does not answer less and less often, and one that says when not before", async () => {
    const { looks } = await run((seconds) => (seconds < 60 ? gone : "loaded"));
    const pauses = looks.slice(1, 6).map((look, index) => look - (looks[index] ?? 0));
    expect(pauses).toEqual([0.375, 0.75, 1.5, 3, 6]);
    const busy = await run((seconds) => (seconds < 1 ? refused(429, 17) : "loaded"));
    expect(busy.looks[1]).toBe(17);
    const endless = await run((seconds) => (seconds < 1 ? refused(503, 86_400) : "loaded"));
    expect(endless.looks[1]).toBe(60);
  });

  it("takes forbidden for final when it has lasted, and only without a break", async () => {
    const { verdict } = await run(() => refused(403));
    expect(verdict.outcome).toBe("forbidden");
    expect(verdict.seconds).toBeGreaterThanOrEqual(20);
    expect(verdict.seconds).toBeLessThan(35);
    expect((await run(() => refused(401))).verdict.seconds).toBeGreaterThanOrEqual(60);
    const late = await run((seconds) => (seconds < 15 ? refused(403) : "loaded"));
    expect(late.verdict.outcome).toBe("open");
    expect((await run(() => refused(403), { timeout: "5s" })).verdict.outcome).toBe("forbidden");
  });

  it("looks at least every two seconds while pods can change", async () => {
    const { looks } = await run(() => "old");
    const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
    expect(pauses.filter((pause) => pause > 1.7)).toEqual([]);
  });

  it("ends when it is asked to, whatever it has found", async () => {
    const { verdict } = await run(() => "old", {}, 12);
    expect(verdict).toMatchObject({ outcome: "interrupted", seconds: 12 });
  });
});

describe("what is told", () => {
  it("is a line when something has changed, and one every 30 s where nothing has", async () => {
    const { progress } = await run((seconds) => (seconds < 70 ? "old" : "loaded"));
    const lines = progressLines(270);
    const told = progress.flatMap((one) => lines(one)).map((line) => line.replaceAll(/[0-9a-f]{12}…/g, "…"));
    expect(told).toEqual([
      "grantwave: 0 s of 270 s: 1 of 1 signer pods have not loaded it",
      "  pod a has another policy (sha256 …, the live one is …)",
      "grantwave: 30 s of 270 s: 1 of 1 signer pods have not loaded it",
      expect.stringMatching(/^grantwave: 6[01] s of 270 s: 1 of 1 signer pods have not loaded it$/),
      expect.stringMatching(/^grantwave: 7[01] s of 270 s: everything is loaded: the signer's only pod has/),
      "  pod a has it (sha256 …)",
    ]);
  });

  it("names in the last line what is missing, who waits, what the pods said and how to pass", async () => {
    const { question, verdict } = await run(() => "old");
    const lines = verdictLines(verdict, question);
    expect(lines.at(-1)).toMatch(
      /^grantwave: signer workload-certificates \(example\.com\/workload\): not loaded within 270 s; 1 of 1 .*; still waiting: shop\/api, shop\/web; pod a has another policy \(.*\) \(to pass all the same: .*mode "off".*hard refresh\)$/,
    );
    expect(terminationMessage(lines)).toBe(lines.slice(0, -1).join("\n"));
  });

  it("fits into a termination message, and keeps the way to pass", async () => {
    const many = Array.from({ length: 400 }, (_, index) => `account-${index}-${"ü".repeat(200)}`);
    const requesters = JSON.stringify([{ namespace: "shop", keyType: "ECDSAP256", serviceAccounts: many }]);
    const { question, verdict } = await run(() => "old", { requesters: [requesters] });
    const message = terminationMessage(verdictLines(verdict, question));
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(longestTerminationMessage);
    expect(message).toMatch(/hard refresh$/);
    expect(message).not.toContain("\ufffd");
    expect(verdict.outcome).toBe("grantMissing");
  });

  it("shows nothing that moves a cursor", async () => {
    const { question, verdict } = await run(() => new OutsideError("no\u001b[2Jthing\n"));
    expect(verdictLines(verdict, question).join("")).not.toMatch(/\p{Cc}/u);
  });
});
