/** Character codes as the scanner compares them; one that is no number stands for the end of the text. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const exclamation = 0x21;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const percent = 0x25;
export const ampersand = 0x26;
export const singleQuote = 0x27;
export const asterisk = 0x2a;
export const plus = 0x2b;
export const comma = 0x2c;
export const dash = 0x2d;
export const dot = 0x2e;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const lessThan = 0x3c;
export const greaterThan = 0x3e;
export const question = 0x3f;
export const at = 0x40;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backquote = 0x60;
export const openBrace = 0x7b;
export const pipe = 0x7c;
export const closeBrace = 0x7d;
const nextLine = 0x85;
const lineSeparator = 0x2028;
const paragraphSeparator = 0x2029;

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** What ends a line in YAML 1.1 (go.yaml.in/yaml/v2 v2.4.3 `yamlprivateh.go`, `is_break`). */
export function isBreak(code: number): boolean {
  if (code <= carriageReturn) return code === lineFeed || code === carriageReturn;
  if (code < nextLine) return false;
  return code === nextLine || code === lineSeparator || code === paragraphSeparator;
}

export function isBreakOrEnd(code: number): boolean {
  return isBreak(code) || Number.isNaN(code);
}

export function isBlankOrEnd(code: number): boolean {
  if (code <= space) return code === space || code === lineFeed || code === tab || code === carriageReturn;
  // Nearly all characters end here; no comparison with NaN holds.
  if (code < nextLine) return false;
  return isBreak(code) || Number.isNaN(code);
}

/** The two breaks that scalars keep as they are; all others become a line feed. */
export function isSeparator(code: number): boolean {
  return code === lineSeparator || code === paragraphSeparator;
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** What names of anchors and handles of tags are made of. */
export function isWord(code: number): boolean {
  if (code <= nine) return code >= zero || code === dash;
  const upper = code & ~0x20;
  return (upper >= 0x41 && upper <= 0x5a) || code === 0x5f;
}
