import { printable } from "../findings/printable.ts";
import { formatRef, type ObjectRef } from "../manifest/object-ref.ts";

/**
 * Breaks a sentence at blanks into lines of at most `width` characters, the first with `first` and the others with
 * `rest` before them. Words that are longer stay whole, since names are there to be copied.
 */
export function wrap(text: string, width: number, first = "", rest = first): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  if (!isEmpty) lines.push(line);
  return lines;
}

/** A row with columns of the given widths where all of it fits; where it does not, its end on a line of its own. */
export function row(cells: readonly string[], widths: readonly number[], width: number): readonly string[] {
  const padded = cells.map((cell, at) => cell.padEnd(widths[at] ?? 0));
  const line = `  ${padded.join("  ").trimEnd()}`;
  if (line.length <= width || cells.length < 2) return [line];
  return [`  ${padded.slice(0, -1).join("  ").trimEnd()}`, `      ${cells.at(-1)}`];
}

/** The width of each column: that of its longest cell, but at most `longest`. */
export function columnWidths(rows: readonly (readonly string[])[], longest: number): readonly number[] {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      widths[at] = Math.min(longest, Math.max(widths[at] ?? 0, cell.length));
    }
  }
  return widths;
}

/** An object for people, in the form that the command line takes back. */
export function showRef(ref: ObjectRef): string {
  return printable(formatRef(ref));
}

/** `1 object`, `2 objects`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${value} ${value === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `45s`, `5m`, `2m30s`, `1h`. */
export function showSeconds(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "m"],
    [seconds % 60, "s"],
  ] as const;
  const shown = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value}${unit}`);
  return shown.length === 0 ? "0s" : shown.join("");
}
