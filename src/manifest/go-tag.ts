import { type GoScalar, resolvePlain } from "./go-scalar.ts";

const prefix = "tag:yaml.org,2002:";

/** What the types of YAML 1.1 that Go checks accept; other tags, and all tags on collections, mean nothing to it. */
const accepted: ReadonlyMap<string, (scalar: GoScalar, text: string) => GoScalar | undefined> = new Map([
  [`${prefix}bool`, (scalar: GoScalar) => only(scalar, "bool")],
  [`${prefix}int`, (scalar: GoScalar) => only(scalar, "int")],
  [`${prefix}null`, (scalar: GoScalar) => only(scalar, "null")],
  [`${prefix}float`, (scalar: GoScalar) => asFloat(scalar)],
  [`${prefix}timestamp`, (scalar: GoScalar, text: string) => asTimestamp(scalar, text)],
]);

/**
 * Reads a scalar with an explicit tag (go.yaml.in/yaml/v2 v2.4.3 `resolve.go`), quoted or not. Undefined where the text
 * does not fit the tag, which Go refuses. `!!binary` is not handled here.
 */
export function resolveTagged(tag: string, text: string): GoScalar | undefined {
  const check = accepted.get(tag);
  return check === undefined ? { type: "string", value: text } : check(resolvePlain(text), text);
}

function only(scalar: GoScalar, type: GoScalar["type"]): GoScalar | undefined {
  return scalar.type === type ? scalar : undefined;
}

function asFloat(scalar: GoScalar): GoScalar | undefined {
  return scalar.type === "int" ? { type: "float", value: Number(scalar.value) } : only(scalar, "float");
}

const timestamp =
  /^\d{4}-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)?$/;

function asTimestamp(scalar: GoScalar, text: string): GoScalar | undefined {
  return scalar.type === "string" && timestamp.test(text) ? { type: "string", value: text } : undefined;
}
