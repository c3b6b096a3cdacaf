import { Environment, type ParseResult } from "@marcbachmann/cel-js";
import { boundSteps, maxSteps } from "./condition-cost.ts";
import type { ConditionData } from "./condition-data.ts";
import { languageProblem } from "./condition-language.ts";
import { registerLinearMatches, useLinearMatches } from "./linear-matches.ts";
import { Unknowns } from "./unknown-value.ts";

/** What a condition says of a request; `error` where the API server gets an error, which is neither true nor false. */
export interface ConditionAnswer {
  readonly answer: "true" | "false" | "error" | "unknown";
  readonly because: string;
}

/** No condition that a person writes comes near; what is beyond is not parsed. */
const maxLength = 16_384;
const limits = { maxAstNodes: 2000, maxDepth: 100 };

/**
 * Evaluates one match condition over what is known of a request. Bounded: length, nodes and depth before it is parsed,
 * steps and regular expressions before they run. What the library cannot say as surely as the API server is `unknown`.
 */
export function evaluateCondition(expression: string, data: ConditionData): ConditionAnswer {
  const unknowns = new Unknowns();
  const parsed = expression.length > maxLength ? undefined : parse(expression, unknowns);
  if (parsed === undefined) return unknown("the API server would refuse it, or it is too large to look at");
  const problem = languageProblem(parsed.ast);
  if (problem !== undefined) return unknown(problem);
  if (boundSteps(parsed.ast, data.extent) > maxSteps) return unknown("it may take too long to evaluate");
  useLinearMatches(parsed.ast);
  const check = parsed.check();
  if (!check.valid) return unknown("the API server would refuse it: its types do not fit");
  if (check.type !== "bool") return unknown("the API server would refuse it: it gives no bool");
  return evaluate(parsed, data, unknowns);
}

function evaluate(parsed: ParseResult, data: ConditionData, unknowns: Unknowns): ConditionAnswer {
  try {
    const value: unknown = parsed(data.variables(unknowns));
    if (value === true || value === false) return { answer: value ? "true" : "false", because: "" };
    return unknown("it gives no bool");
  } catch {
    // An error beside something unknown may come of it, or be absorbed by what it would have been.
    if (unknowns.first !== undefined) return unknown(`it depends on ${unknowns.first}`);
    return { answer: "error", because: "it reads what is not there, or compares what cannot be compared" };
  }
}

function parse(expression: string, unknowns: Unknowns): ParseResult | undefined {
  const environment = registerLinearMatches(new Environment({ enableOptionalTypes: true, limits }), unknowns);
  for (const name of ["object", "oldObject", "request", "namespaceObject"]) {
    environment.registerVariable(name, "dyn");
  }
  try {
    return environment.parse(expression);
  } catch {
    return undefined;
  }
}

function unknown(because: string): ConditionAnswer {
  return { answer: "unknown", because };
}
