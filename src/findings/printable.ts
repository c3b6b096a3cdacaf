/**
 * Characters that do not show as themselves, or change how others show: C0 and C1 controls, soft hyphen, zero-width
 * characters, line and paragraph separators, bidirectional marks, embeddings, overrides and isolates, variation
 * selectors, tags, the byte order mark, and lone surrogates. (Unicode general categories Cc, Cf, Cs, Zl, Zp.)
 */
const unprintable = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|[\ufe00-\ufe0f]/gu;

/**
 * Text from a repository, safe for one line of a terminal or a log: whatever could move the cursor, hide text or turn
 * its direction is shown as an escape such as `\n` or `\u{202e}`. Printing what was printed changes nothing.
 */
export function printable(text: string): string {
  return text.replace(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
