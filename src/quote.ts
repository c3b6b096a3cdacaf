import { hideCredentials } from "./findings/hide-credentials.ts";
import { printable } from "./findings/printable.ts";

/** No name is longer, and what is cut off before credentials are hidden could be half of them. */
const longest = 4096;

/**
 * A piece of input for messages, in quotes: on one line, nothing that moves the cursor, never long, no credentials of an
 * address.
 */
export function quote(text: string, limit = 60): string {
  const characters = Array.from(hideCredentials(text.slice(0, longest)).slice(0, limit * 2));
  const shown = characters.length > limit ? [...characters.slice(0, limit - 1), "…"] : characters;
  return `"${printable(shown.join(""))}"`;
}
