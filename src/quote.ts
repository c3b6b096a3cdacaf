/** A short, printable rendering of a piece of input for messages: one line, no control characters, never long. */
export function quote(text: string, limit = 60): string {
  const characters = Array.from(text.slice(0, limit * 2));
  const shown =
    characters.length > limit ? `${characters.slice(0, limit - 1).join("")}…` : characters.join("");
  return JSON.stringify(shown).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`;
}
