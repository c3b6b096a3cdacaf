import { printable } from "../../findings/printable.ts";
import type { PlanInput } from "../plan-input.ts";
import { type Section, type TextOptions, titled } from "./section.ts";

/** Where the sync stops, if it does not come to its end. */
export const outcomeSection: Section = ({ sync }: PlanInput, options: TextOptions) => {
  if (sync.outcome === "Succeeded") return [];
  return titled(`The sync stays ${sync.outcome}`, printable(sync.message), options, options.style.bad);
};
