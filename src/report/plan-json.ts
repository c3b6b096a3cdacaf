import type { PlanInput } from "./plan-input.ts";
import { buildPlan } from "./plan-report.ts";

/** The plan for other programs: JSON in the shape of {@link Plan}, with a line break at its end. */
export function planJson(input: PlanInput): string {
  return `${JSON.stringify(buildPlan(input), null, 2)}\n`;
}
