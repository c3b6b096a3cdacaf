import { build } from "esbuild";
import { median } from "./measure.mjs";

/**
 * Milliseconds that the solver takes for as many objects, all in one group and on seven waves, with constraints from
 * each to some that come a little later. Median of five, after two to warm up.
 * @param {number} objects
 * @param {number} constraints
 */
export async function solverMilliseconds(objects, constraints) {
  const { solve } = await loadSolver();
  const problem = {
    variables: Array.from({ length: objects }, (_, i) => ({
      upper: Math.floor((7 * i) / objects),
      groups: [0],
    })),
    constraints: Array.from({ length: constraints }, (_, i) => {
      const before = i % (objects - 20);
      return { before, after: before + 1 + ((i * 7) % 19), gap: i % 3 === 0 ? 1 : 0 };
    }),
  };
  const times = [];
  for (let run = 0; run < 7; run++) {
    const started = performance.now();
    if (!solve(problem).solved) throw new Error("the solver finds no order where there is one");
    times.push(performance.now() - started);
  }
  return median(times.slice(2));
}

/** Node cannot read TypeScript by itself. */
async function loadSolver() {
  const { outputFiles } = await build({
    absWorkingDir: new URL("../..", import.meta.url).pathname,
    entryPoints: ["src/order/solve.ts"],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
}
