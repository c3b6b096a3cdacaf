import { expect, it } from "vitest";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { planRecoveries } from "../../src/lockout/recovery/plan-recovery.ts";
import { objectsOf, readFixture, today } from "./fixtures.ts";

it("finds a way out for each of 20 webhooks that all see each other's pods, in time for somebody who waits", () => {
  const { text } = readFixture("own-pods", "red.yaml");
  const webhooks = Array.from({ length: 20 }, (_, index) =>
    text
      .replaceAll(/\bgate\b/g, `gate-${index}`)
      .replaceAll(/namespace: policy|name: policy$/gm, (words) => `${words}-${index}`),
  );
  const { value } = analyseLockouts(objectsOf(webhooks.join("---\n")), today);
  const start = performance.now();
  const { recoveries, without } = planRecoveries(value, { applications: [] });
  const milliseconds = performance.now() - start;
  expect(without).toEqual([]);
  expect(recoveries).toHaveLength(21);
  // The tests share their machine; 60 of them take some ten seconds.
  expect(milliseconds).toBeLessThan(20_000);
}, 60_000);
