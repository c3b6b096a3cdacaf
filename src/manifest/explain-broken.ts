import yaml from "js-yaml";
import { maxNesting } from "./limits.ts";
import { type Refusal, refuse } from "./refusal.ts";

const options: yaml.LoadOptions & { readonly maxDepth: number } = {
  schema: yaml.FAILSAFE_SCHEMA,
  json: true,
  maxDepth: maxNesting,
};

/**
 * A better account of a document that cannot be read, where there is one: js-yaml stops nearer to the mistake than the
 * parser that keeps positions, which tends to blame the value before it. Its reasons quote nothing but names of tags,
 * anchors and directives.
 */
export function explainBroken(text: string, refusal: Refusal): Refusal {
  if (refusal.refused !== "broken") return refusal;
  try {
    yaml.load(text, options);
  } catch (error) {
    if (!(error instanceof yaml.YAMLException) || typeof error.mark?.position !== "number") return refusal;
    if (error.reason.startsWith("unknown tag") || error.reason.startsWith("nesting")) return refusal;
    return refuse(error.reason, error.mark.position);
  }
  return refusal;
}
