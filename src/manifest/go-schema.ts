import yaml from "js-yaml";
import { isSurelyString, keyText, resolvePlain } from "./go-scalar.ts";
import { jsonNumber } from "./json-number.ts";

/** Thrown inside the fast reader where only the exact reader can say what Go would read. */
export class NeedsExactReading extends Error {}

/**
 * A schema for js-yaml that reads plain scalars as Go does. It has a single type and no tags: js-yaml asks it about
 * each plain scalar, keys included, and takes the answer's `String()` as the key. So an answer is given only where
 * that text is Go's key as well; anything else, and any explicit tag, is left to the exact reader.
 */
export const goSchema = new yaml.Schema({
  implicit: [
    new yaml.Type("tag:grantwave.dev,2026:go-scalar", {
      kind: "scalar",
      resolve: (text: string) => !isSurelyString(text),
      construct: readScalar,
    }),
  ],
});

function readScalar(text: string): null | boolean | number | string {
  const scalar = resolvePlain(text);
  switch (scalar.type) {
    case "string":
    case "bool":
      return scalar.value;
    case "null":
      return null;
    case "int":
    case "float": {
      const value = Number(scalar.value);
      if (String(value) !== keyText(scalar) || jsonNumber(scalar.value) !== value)
        throw new NeedsExactReading();
      return value;
    }
  }
}
