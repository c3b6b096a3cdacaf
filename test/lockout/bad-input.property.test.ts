import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { recoveryGraph } from "../../src/lockout/graph/recovery-graph.ts";
import { planRecoveries } from "../../src/lockout/recovery/plan-recovery.ts";
import { isObject, type JsonValue, type Manifest } from "../../src/manifest/manifest.ts";
import { runs } from "../runs.ts";
import { fixtures, objectsOf, readFixture, today } from "./fixtures.ts";

const streams = readdirSync(fixtures).map((name) => objectsOf(readFixture(name, "red.yaml").text));
const junk: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  null,
  7,
  2n ** 63n - 1n,
  true,
  "",
  "x",
  [],
  {},
  [null],
  [7],
  [[]],
  {
    x: null,
  },
);

/** The value with something else at a place that the numbers lead to. */
function withJunk(value: JsonValue, way: readonly number[], put: JsonValue): JsonValue {
  const [step, ...rest] = way;
  if (step === undefined) return put;
  if (Array.isArray(value) && value.length > 0) {
    const at = step % value.length;
    return value.map((item, index) => (index === at ? withJunk(item, rest, put) : item));
  }
  if (!isObject(value) || Object.keys(value).length === 0) return put;
  const keys = Object.keys(value);
  const key = keys[step % keys.length] ?? "";
  return { ...value, [key]: withJunk(value[key] ?? null, rest, put) };
}

it("never fails over values of the wrong type, wherever they stand", () => {
  const step = fc.nat(20);
  fc.assert(
    fc.property(
      fc.constantFrom(...streams),
      fc.nat(),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      junk,
      (manifests, which, way, put) => {
        const at = which % manifests.length;
        const broken = manifests.map((manifest, index): Manifest => {
          const value = index === at ? withJunk(manifest.value, way, put) : manifest.value;
          return isObject(value) ? { ...manifest, value } : manifest;
        });
        const { value } = analyseLockouts(broken, today);
        planRecoveries(value, { applications: [] });
        expect(recoveryGraph(value).nodes.length).toBeGreaterThan(0);
      },
    ),
    runs(1500),
  );
});
