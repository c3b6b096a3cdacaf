import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { waitUntilLoaded } from "../../src/loaded/wait-loop.ts";
import { runs } from "../runs.ts";
import { type Method, questionBy } from "./samples.ts";
import { type Replica, type Schedule, SimulatedWorld } from "./world.ts";

const stableFor = 5;

const seconds = (least: number, most: number) => fc.integer({ min: least, max: most });

const replica = (propagation: number): fc.Arbitrary<Replica> =>
  fc.record({
    createdAt: fc.oneof({ weight: 3, arbitrary: fc.constant(-250) }, seconds(0, 200)),
    deletedAt: fc.option(seconds(1, 300), { nil: undefined, freq: 3 }),
    skew: fc.constantFrom(0, 0.4, -3, 90, -3600),
    onChange: fc.constantFrom("reload", "exit"),
    crashesAt: fc.array(seconds(-30, 2 * propagation), { maxLength: 3 }),
    reporterCrashesAt: fc.array(seconds(0, 200), { maxLength: 2 }),
    kubeletAway: fc.option(fc.record({ at: seconds(20, 120), seconds: seconds(60, 120) }), {
      nil: undefined,
      freq: 5,
    }),
  }) as fc.Arbitrary<Replica>;

function schedules(method: Schedule["method"]): fc.Arbitrary<Schedule> {
  return fc.constantFrom(40, 90, 150).chain((propagation) =>
    fc.record({
      seed: fc.integer(),
      method: fc.constant(method),
      propagation: fc.constant(propagation),
      pollInterval: fc.constantFrom(2, 10, 30),
      barrierAt: seconds(1, 20),
      edits: fc.array(
        fc.record({
          at: seconds(1, 150),
          what: fc.constantFrom("annotations", "other data", "revoke and grant"),
        }),
        { maxLength: 3 },
      ),
      replicas: fc.array(replica(propagation), { minLength: 1, maxLength: 4 }),
      outages: fc.array(fc.record({ at: seconds(5, 200), seconds: seconds(1, 5) }), { maxLength: 2 }),
    }),
  ) as fc.Arbitrary<Schedule>;
}

/** When nothing happens any more that the schedule says. */
function quietAt({ edits, outages, replicas }: Schedule): number {
  const times = [
    0,
    ...edits.map(({ at }) => at + 15),
    ...outages.map((outage) => outage.at + outage.seconds),
    ...replicas.flatMap(({ crashesAt, createdAt, deletedAt, kubeletAway, reporterCrashesAt }) => [
      createdAt + 5,
      (deletedAt ?? 0) + 20,
      kubeletAway === undefined ? 0 : kubeletAway.at + kubeletAway.seconds,
      ...crashesAt.map((at) => at + 20),
      ...reporterCrashesAt,
    ]),
  ];
  return times.reduce((latest, time) => Math.max(latest, time));
}

function questionOf({ method, pollInterval, propagation }: Schedule) {
  const ofMethod: Readonly<Record<Schedule["method"], Readonly<Record<string, string>>>> = {
    settle: { propagation: `${propagation}s`, "poll-interval": `${pollInterval}s` },
    report: { "poll-interval": `${pollInterval}s` },
    http: {},
    metrics: {},
  };
  return questionBy(method, { ...ofMethod[method], timeout: "1h" });
}

/** From quiet to open at the latest: the bounds of the method, one restart, the window, a renewed lease, the looks. */
function longestSeconds({ pollInterval, propagation }: Schedule): number {
  return propagation + pollInterval + 20 + stableFor + 10 + 15;
}

describe.each<[Schedule["method"], number]>([
  ["settle", 120],
  ["report", 120],
  ["http", 80],
  ["metrics", 40],
])("a barrier of method %s, in %i schedules of edits, crashes and slow kubelets", (method, usual) => {
  it("never opens while a signer can still answer without the grants, and always opens in the end", async () => {
    const waited: number[] = [];
    await fc.assert(
      fc.asyncProperty(schedules(method), async (schedule) => {
        const world = new SimulatedWorld(schedule);
        const { outcome } = await waitUntilLoaded(questionOf(schedule), world);
        expect(outcome).toBe("open");
        expect(world.nowSeconds()).toBeLessThan(quietAt(schedule) + longestSeconds(schedule));
        waited.push(world.nowSeconds());
        expect(world.harm(schedule.propagation + schedule.pollInterval + 60)).toBeUndefined();
      }),
      runs(usual),
    );
    // Schedules in which the barrier has something to wait for.
    expect(waited.filter((time) => time > 20).length).toBeGreaterThan(usual / 3);
  }, 120_000);
});

describe("the simulated world", () => {
  const old: Replica = {
    createdAt: -250,
    deletedAt: undefined,
    skew: 0,
    onChange: "exit",
    crashesAt: [],
    reporterCrashesAt: [],
    kubeletAway: undefined,
  };

  it("does harm to who does not wait, so that a barrier has something to prove", () => {
    const method: Method = "settle";
    const harmed = Array.from({ length: 50 }, (_, seed) => {
      const world = new SimulatedWorld({
        seed,
        method,
        propagation: 90,
        pollInterval: 30,
        barrierAt: 5,
        edits: [],
        replicas: [old],
        outages: [],
      });
      return world.harm(200) !== undefined;
    });
    expect(harmed.filter((isHarmed) => isHarmed).length).toBeGreaterThan(40);
  });

  it("fools who takes a restart for a proof: a crash within the kubelet's window starts on the old file", () => {
    const world = new SimulatedWorld({
      seed: 7,
      method: "http",
      propagation: 150,
      pollInterval: 30,
      barrierAt: 1,
      edits: [],
      replicas: [{ ...old, crashesAt: [2] }],
      outages: [],
    });
    void world.sleep(30_000);
    expect(world.harm(1)).toContain("signer-0 answers without the grants");
  });
});
