import yaml from "js-yaml";
import { maxNesting } from "./limits.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { wordsOfReason } from "./syntax-words.ts";

/** Any tag on anything: what tags mean is not the question here. */
const anyTag = ["scalar", "sequence", "mapping"].flatMap((kind) =>
  ["!", "tag:"].map(
    (prefix) => new yaml.Type(prefix, { kind: kind as yaml.TypeConstructorOptions["kind"], multi: true }),
  ),
);

const options: yaml.LoadOptions & { readonly maxDepth: number } = {
  schema: yaml.FAILSAFE_SCHEMA.extend({ explicit: anyTag }),
  json: true,
  maxDepth: maxNesting,
};

/**
 * What js-yaml says about the syntax of a document that the parser with positions refuses: it stops nearer to the
 * mistake. Undefined where it finds none, or none that there are words for.
 */
export function whySyntaxBroken(text: string): Refusal | undefined {
  try {
    yaml.load(text, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof yaml.YAMLException) || typeof error.mark?.position !== "number") return undefined;
    const words = wordsOfReason(error.reason);
    return words === undefined ? undefined : refuse(words, error.mark.position);
  }
}
