import type { Explanation } from "./explanation-report.ts";
import { explanationText } from "./explanation-text.ts";
import type { TextOptions } from "./plan-text/section.ts";

/** Every format that an explanation can be printed in; `options` are those of the place it goes to. */
export const explanationFormats = {
  text: (explanation: Explanation, options?: Partial<TextOptions>) => explanationText(explanation, options),
  json: (explanation: Explanation) => `${JSON.stringify(explanation, null, 2)}\n`,
} as const satisfies Record<string, (explanation: Explanation, options?: Partial<TextOptions>) => string>;

export type ExplanationFormat = keyof typeof explanationFormats;

export const explanationFormatNames = Object.keys(explanationFormats) as readonly ExplanationFormat[];
