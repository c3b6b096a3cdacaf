import type { PlanInput } from "./plan-input.ts";
import { planJson } from "./plan-json.ts";
import { planMermaid } from "./plan-mermaid.ts";
import type { TextOptions } from "./plan-text/section.ts";
import { planText } from "./plan-text.ts";

/** Every format that a plan can be printed in; `options` are those of the place it goes to. */
export const planFormats = {
  text: (input: PlanInput, options?: Partial<TextOptions>) => planText(input, options),
  json: (input: PlanInput) => planJson(input),
  mermaid: (input: PlanInput) => planMermaid(input),
} as const satisfies Record<string, (input: PlanInput, options?: Partial<TextOptions>) => string>;

export type PlanFormat = keyof typeof planFormats;

export const planFormatNames = Object.keys(planFormats) as readonly PlanFormat[];
