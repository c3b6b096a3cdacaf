import type { PlanInput } from "../plan-input.ts";
import type { Style } from "../style.ts";
import { wrap } from "../text-layout.ts";

export interface TextOptions {
  readonly style: Style;
  /** Columns of the terminal; lines are broken before it where their words allow. */
  readonly width: number;
}

/** One part of the text: its lines, or none where there is nothing to say. */
export type Section = (input: PlanInput, options: TextOptions) => readonly string[];

/** The first lines of a section: its heading and, behind a colon, what it comes to in a few words. */
export function titled(
  heading: string,
  sum: string,
  { style, width }: TextOptions,
  colour = (text: string) => text,
): readonly string[] {
  const [first = "", ...rest] = wrap(`${heading}: ${sum}`, width, "", "  ");
  const behind = heading.length + 1;
  return [style.heading(first.slice(0, behind)) + colour(first.slice(behind)), ...rest.map(colour)];
}
