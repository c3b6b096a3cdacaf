import yaml from "js-yaml";
import { maxNesting } from "./limits.ts";
import { type Refusal, refuse } from "./refusal.ts";

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
 * mistake, and accepts as Go does what the other is stricter about. "unknown" where depth keeps it from an answer. Its reasons quote nothing but names of anchors and directives.
 */
export function whySyntaxBroken(text: string): Refusal | "none" | "unknown" {
  try {
    yaml.load(text, options);
    return "none";
  } catch (error) {
    if (!(error instanceof yaml.YAMLException) || typeof error.mark?.position !== "number") return "unknown";
    if (error.reason.startsWith("nesting")) return "unknown";
    return refuse(error.reason, error.mark.position);
  }
}
