import { printable } from "./findings/printable.ts";

/** A piece of input for messages, in quotes: on one line, nothing that moves the cursor, never long. */
export function quote(text: string, limit = 60): string {
  const characters = Array.from(text.slice(0, limit * 2));
  const shown = characters.length > limit ? [...characters.slice(0, limit - 1), "…"] : characters;
  return `"${printable(shown.join(""))}"`;
}
