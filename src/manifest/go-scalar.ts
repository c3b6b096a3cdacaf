/**
 * How Go reads the text of one scalar: YAML 1.1 as go.yaml.in/yaml/v2 v2.4.3 has it (`resolve.go`), then JSON
 * (sigs.k8s.io/yaml v1.6.0 `yaml.go`). Argo CD and kubectl both read manifests this way.
 */
export type GoScalar =
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "null" }
  /** An integer of up to 64 bits, signed or not; a key must fit a signed one. */
  | { readonly type: "int"; readonly value: bigint }
  /** A double; JSON has no place for NaN and the infinities, but as keys they are fine. */
  | { readonly type: "float"; readonly value: number };

const words: ReadonlyMap<string, GoScalar> = new Map<string, GoScalar>([
  ...entries({ type: "bool", value: true }, "y Y yes Yes YES true True TRUE on On ON"),
  ...entries({ type: "bool", value: false }, "n N no No NO false False FALSE off Off OFF"),
  ...entries({ type: "null" }, "~ null Null NULL"),
  ["", { type: "null" }],
  ...entries({ type: "float", value: Number.NaN }, ".nan .NaN .NAN"),
  ...entries({ type: "float", value: Number.POSITIVE_INFINITY }, ".inf .Inf .INF +.inf +.Inf +.INF"),
  ...entries({ type: "float", value: Number.NEGATIVE_INFINITY }, "-.inf -.Inf -.INF"),
]);

function entries(value: GoScalar, texts: string): (readonly [string, GoScalar])[] {
  return texts.split(" ").map((text) => [text, value] as const);
}

/** Integers as `strconv.ParseInt(text, 0, 64)` takes them once the underscores are gone. */
const integer = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
/** `0b` followed by a signed number: a leftover of v2 that reads `0b-101` as -5. */
const signedBinary = /^0b([-+][01]+)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** What begins with a dot goes to `strconv.ParseFloat` as it is; underscores may stand between digits. */
const dotFloat = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);
const maxUint64 = 2n ** 64n - 1n;

/** True where a plain scalar can only be a string: told by its first character, for nearly all text. */
export function isSurelyString(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return false;
  switch (first) {
    case 0x2b: // +
    case 0x2d: // -
    case 0x2e: // .
    case 0x7e: // ~
      return false;
    case 0x79: // y
    case 0x59: // Y
    case 0x6e: // n
    case 0x4e: // N
    case 0x74: // t
    case 0x54: // T
    case 0x66: // f
    case 0x46: // F
    case 0x6f: // o
    case 0x4f: // O
      return text.length > 5;
    default:
      return text !== "";
  }
}

/** Reads a plain scalar without a tag. Dates and times stay strings, as sigs.k8s.io/yaml passes them on. */
export function resolvePlain(text: string): GoScalar {
  if (isSurelyString(text)) return { type: "string", value: text };
  const word = words.get(text);
  if (word !== undefined) return word;
  const first = text.charAt(0);
  if (first === ".") return readFloat(text, dotFloat) ?? { type: "string", value: text };
  if (!/[-+0-9]/.test(first)) return { type: "string", value: text };
  const digits = text.replaceAll("_", "");
  return (
    readInteger(digits) ??
    readFloat(digits, float) ??
    readSignedBinary(digits) ?? { type: "string", value: text }
  );
}

function readInteger(text: string): GoScalar | undefined {
  const match = integer.exec(text);
  if (match === null) return undefined;
  const [, sign = "", hex, binary, octal, decimal] = match;
  const magnitude = BigInt(
    hex !== undefined
      ? `0x${hex}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? "0"),
  );
  const value = sign === "-" ? -magnitude : magnitude;
  if (value >= minInt64 && value <= maxInt64) return { type: "int", value };
  return sign === "" && value <= maxUint64 ? { type: "int", value } : undefined;
}

function readFloat(text: string, shape: RegExp): GoScalar | undefined {
  if (!shape.test(text)) return undefined;
  const value = Number(text.replaceAll("_", ""));
  // ParseFloat reports a number out of range as an error, and what is no number is a string.
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}

function readSignedBinary(text: string): GoScalar | undefined {
  const digits = signedBinary.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const magnitude = BigInt(`0b${digits.slice(1)}`);
  const value = digits.startsWith("-") ? -magnitude : magnitude;
  return value >= minInt64 && value <= maxInt64 ? { type: "int", value } : undefined;
}

/** The text of a scalar that stands as a key, or undefined where Go refuses it (null, integers beyond int64). */
export function keyText(scalar: GoScalar): string | undefined {
  switch (scalar.type) {
    case "string":
      return scalar.value;
    case "bool":
      return scalar.value ? "true" : "false";
    case "null":
      return undefined;
    case "int":
      return scalar.value > maxInt64 ? undefined : scalar.value.toString();
    case "float":
      return floatKey(scalar.value);
  }
}

/**
 * `strconv.FormatFloat(value, 'g', -1, 32)`: the shortest digits that give the same 32-bit number, with an exponent of
 * at least two digits below 1e-4 and from 1e6 on.
 */
function floatKey(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  const single = Math.fround(value);
  if (single === Number.POSITIVE_INFINITY) return ".inf";
  if (single === Number.NEGATIVE_INFINITY) return "-.inf";
  if (single === 0) return Object.is(single, -0) ? "-0" : "0";
  const [digits, exponent] = shortestSingle(Math.abs(single));
  const sign = single < 0 ? "-" : "";
  if (exponent < -4 || exponent >= 6) {
    const mantissa = digits.length === 1 ? digits : `${digits.charAt(0)}.${digits.slice(1)}`;
    const power = Math.abs(exponent).toString().padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${power}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = digits.slice(exponent + 1);
  return rest === "" ? `${sign}${whole}` : `${sign}${whole}.${rest}`;
}

function shortestSingle(single: number): readonly [digits: string, exponent: number] {
  let text = single.toExponential(8);
  for (let places = 0; places < 8; places++) {
    const shorter = single.toExponential(places);
    if (Math.fround(Number(shorter)) === single) {
      text = shorter;
      break;
    }
  }
  const [mantissa = "", exponent = "0"] = text.split("e");
  return [mantissa.replace(".", "").replace(/0+$/, "") || "0", Number(exponent)];
}
