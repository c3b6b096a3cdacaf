import { type Refusal, refuse } from "./refusal.ts";

/** How many bytes Go's scanner takes in at once (go.yaml.in/yaml/v2 v2.4.3 `yamlprivateh.go`). */
const bufferBytes = 512;
/** How many characters it looks ahead at most: so many may be left over when it takes in the next ones. */
const lookAhead = 8;

/**
 * Go's scanner skips a byte order mark where a line begins, but looks for it at the beginning of its buffer (`is_bom`). A
 * mark in the middle of a document that comes to stand there makes it skip the first character of every line, until the
 * buffer is filled anew. Refuses a mark that might.
 *
 * @param text of one document, without the mark in front of it.
 */
export function findMarkAtEdge(text: string): Refusal | undefined {
  if (!text.includes("\ufeff")) return undefined;
  for (const leading of [0, 3]) {
    const edges = edgesOf(Buffer.from(text.replaceAll("\r\n", "\n")), leading);
    let next = 0;
    let byte = leading;
    let offset = 0;
    for (const character of text) {
      // Edges and characters are passed together: a hostile text may hold many of both.
      while ((edges[next] ?? Number.POSITIVE_INFINITY) < byte) next++;
      if (character === "\ufeff" && isNear(byte, edges[next])) {
        return refuse(
          "a byte order mark (U+FEFF) stands where Go's reader would lose the first characters of the lines behind it: take it out, or write \\uFEFF in double quotes",
          offset,
        );
      }
      if (character !== "\r" || text.charAt(offset + 1) !== "\n") byte += Buffer.byteLength(character);
      offset += character.length;
    }
  }
  return undefined;
}

/** Where each buffer ends: behind its last whole character. */
function edgesOf(bytes: Buffer, leading: number): readonly number[] {
  const edges = [leading];
  for (let edge = 0; edge < bytes.length + leading; ) {
    edge += bufferBytes;
    // A byte in the middle of a character begins with the bits 10.
    while (((bytes[edge - leading] ?? 0) & 0xc0) === 0x80) edge--;
    edges.push(edge);
  }
  return edges;
}

/** In bytes, of which a character has up to four. */
function isNear(byte: number, edge: number | undefined): boolean {
  return edge !== undefined && byte > edge - lookAhead * 4;
}
