import { contentStart } from "./content-start.ts";
import { goSpaces } from "./go-space.ts";
import { type Range, readJsonValues } from "./json-stream.ts";

/** Where a stream cannot be cut: it is refused as a whole by Argo CD. */
export interface StreamProblem {
  readonly offset: number;
  readonly detail: string;
}

export interface DocumentRange extends Range {
  /** Set where the separator line before it belongs to the document: nothing stood in front of it. */
  readonly isOpened?: boolean;
}

export interface Stream {
  /** The documents, empty ones included, without the separator lines between them. */
  readonly ranges: readonly DocumentRange[];
  /** How many of the first ranges Go reads as JSON. */
  readonly jsonValues: number;
  /** True where Go stays with JSON to the end: several values without separators. YAML may not follow. */
  readonly json: boolean;
  readonly problems: readonly StreamProblem[];
}

const blanks = `[${goSpaces}]`;
/** What Go trims, and a comment: neither a byte order mark nor text. */
const separatorEnd = new RegExp(`^${blanks}*(?:#|$)`);
const opensJson = new RegExp(`^${blanks}*\\{`);
const blanksAsYamlHasThem = /^[ \t\r\n\u0085\u2028\u2029]*(?:#|$)/;
const blanksOfLine = new RegExp(`(?:(?!\\n)${blanks})*\\n?`, "y");

/**
 * Cuts a stream where Argo CD cuts it (apimachinery v0.37 `pkg/util/yaml/decoder.go`, NewYAMLOrJSONDecoder with a buffer
 * of 4096 bytes, as gitops-engine 3.6 `SplitYAMLToString` calls it): a stream that opens with a brace is read as JSON
 * values; if that fails within the first two, the rest is YAML; after two it is an error.
 */
export function cutStream(text: string): Stream {
  if (!opensJson.test(text.slice(0, 4096))) return cutYaml(text, 0);
  const { values, brokenAt } = readJsonValues(text);
  if (brokenAt === undefined)
    return { ranges: values, jsonValues: values.length, json: values.length > 1, problems: [] };
  if (values.length > 1) {
    const rest = { start: brokenAt, end: text.length };
    const detail = "several JSON objects stand one after another, so what follows must be JSON too";
    return {
      ranges: [...values, rest],
      jsonValues: values.length,
      json: true,
      problems: [{ offset: brokenAt, detail }],
    };
  }
  const jsonEnd = values[0]?.end ?? 0;
  if (isTooShort(text, jsonEnd)) {
    const rest = { start: jsonEnd, end: text.length };
    const detail = "what follows the JSON is too short for Argo CD's decoder: put a line end behind it";
    return {
      ranges: [...values, rest],
      jsonValues: values.length,
      json: false,
      problems: [{ offset: brokenAt, detail }],
    };
  }
  blanksOfLine.lastIndex = jsonEnd;
  blanksOfLine.test(text);
  const rest = cutYaml(text, blanksOfLine.lastIndex);
  return { ...rest, ranges: [...values, ...rest.ranges], jsonValues: values.length };
}

/**
 * To pass the blanks behind JSON the decoder looks at four bytes at a time, and gives up where there are fewer
 * (`consumeWhitespace`).
 */
function isTooShort(text: string, from: number): boolean {
  blanksOfLine.lastIndex = from;
  const passed = blanksOfLine.exec(text)?.[0] ?? "";
  const lastLook = passed.endsWith("\n") ? from + passed.length - 1 : from + passed.length;
  return Buffer.byteLength(text.slice(lastLook, lastLook + 4)) < 4;
}

/**
 * YAMLReader: a line that begins with three dashes ends a document, if any line stands before it; as the first line it
 * belongs to the document. Only blanks and a comment may follow the dashes on their line.
 */
function cutYaml(text: string, from: number): Stream {
  const ranges: DocumentRange[] = [];
  const problems: StreamProblem[] = [];
  let start = from;
  let open = false;
  for (let mark = nextMark(text, from); mark !== undefined; mark = nextMark(text, start)) {
    const lineBreak = text.indexOf("\n", mark);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
    if (!separatorEnd.test(text.slice(mark + 3, lineEnd))) {
      problems.push({
        offset: mark,
        detail: "a line that begins with --- may hold nothing else but a comment",
      });
    }
    if (open || mark > start) ranges.push({ start, end: mark, isOpened: open });
    // A separator before any other line opens the document that follows it.
    open = !open && mark === start;
    if (open && !blanksAsYamlHasThem.test(text.slice(mark + 3, lineEnd))) {
      problems.push({ offset: mark, detail: "behind --- stands a blank that is text to YAML" });
    }
    const content = open ? contentStart(text, lineEnd) : text.length;
    if (text.charAt(content) === "%") {
      problems.push({ offset: content, detail: "a directive stands behind ---, where Go ends the document" });
    }
    start = lineEnd;
  }
  if (open || start < text.length) ranges.push({ start, end: text.length, isOpened: open });
  return { ranges, jsonValues: 0, json: false, problems };
}

function nextMark(text: string, from: number): number | undefined {
  if (text.startsWith("---", from)) return from;
  const found = text.indexOf("\n---", from);
  return found === -1 ? undefined : found + 1;
}
