/** What may come next in JSON text, by the kinds of tokens that may. */
const follows = {
  value: "{[s",
  "value or ]": "{[s]",
  key: "k",
  "key or }": "k}",
  colon: ":",
  "comma or ]": ",]",
  "comma or }": ",}",
  end: "",
} as const;

type State = keyof typeof follows;

const blank = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
/** What a string may hold: a run of plain characters, or one escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON forbids.
const stringPart = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The offset at which text stops being one JSON value; its length where it only ends too early. JSON.parse tells it for
 * some errors only, and quotes the text, which may be a Secret's.
 */
export function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let state: State = "value";
  for (let at = endOf(blank, text, 0); ; at = endOf(blank, text, at)) {
    const character = text.charAt(at);
    const isKey = state === "key" || state === "key or }";
    const kind = "{}[]:,".includes(character) ? character : isKey ? "k" : "s";
    if (character === "" || !follows[state].includes(kind)) return at;
    if (kind !== "k" && kind !== "s") {
      at += 1;
    } else if (character === '"') {
      const string = readString(text, at);
      if (!string.closed) return string.end;
      at = string.end;
    } else {
      const end = isKey ? at : endOf(scalar, text, at);
      if (end === at) return at;
      at = end;
    }
    if (kind === "{" || kind === "[") open.push(kind);
    if (kind === "}" || kind === "]") open.pop();
    state = nextState(kind, open.at(-1));
  }
}

function nextState(kind: string, inside: string | undefined): State {
  if (kind === "{") return "key or }";
  if (kind === "[") return "value or ]";
  if (kind === "k") return "colon";
  if (kind === ":") return "value";
  if (kind === ",") return inside === "{" ? "key" : "value";
  if (inside === undefined) return "end";
  return inside === "{" ? "comma or }" : "comma or ]";
}

/** Where a string ends, its quotes included, or where it breaks. */
function readString(text: string, quote: number): { readonly end: number; readonly closed: boolean } {
  let at = quote + 1;
  for (let end = endOf(stringPart, text, at); end !== at; end = endOf(stringPart, text, at)) at = end;
  return text.charAt(at) === '"' ? { end: at + 1, closed: true } : { end: at, closed: false };
}

/** The end of what a pattern matches at a place; the place itself where it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
