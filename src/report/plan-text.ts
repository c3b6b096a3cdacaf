import type { PlanInput } from "./plan-input.ts";
import { findingsSection } from "./plan-text/findings-section.ts";
import { headline } from "./plan-text/headline.ts";
import { limitsSection } from "./plan-text/limits-section.ts";
import { movesSection } from "./plan-text/moves-section.ts";
import { outcomeSection } from "./plan-text/outcome-section.ts";
import { requestersSection } from "./plan-text/requesters-section.ts";
import type { Section, TextOptions } from "./plan-text/section.ts";
import { syncPicture } from "./plan-text/sync-picture.ts";
import { withoutGrantwave } from "./plan-text/without-grantwave.ts";
import { plainStyle } from "./style.ts";

/** What matters first: the harm, the picture of the sync, the problems; then the details behind them. */
const sections: readonly Section[] = [
  headline,
  withoutGrantwave,
  syncPicture,
  outcomeSection,
  findingsSection,
  movesSection,
  requestersSection,
  limitsSection,
];

/** The plan for a person at a terminal. Ends with a line break; nothing in it can move the cursor. */
export function planText(input: PlanInput, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const settled = { style, width: Math.min(Math.max(width, 60), 100) };
  const parts = sections.map((section) => section(input, settled)).filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
