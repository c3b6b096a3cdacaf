import { type ASTNode, Environment, type ParseResult } from "@marcbachmann/cel-js";
import { boundSteps, maxSteps } from "./condition-cost.ts";
import type { ConditionData } from "./condition-data.ts";
import { languageProblem } from "./condition-language.ts";
import { registerOperators } from "./operators.ts";
import { requestSchema } from "./request-schema.ts";
import { rewriteOperators } from "./rewrite-operators.ts";
import { Unknowns } from "./unknown-value.ts";

/** What a condition says of a request; `error` where the API server gets an error, which is neither true nor false. */
export interface ConditionAnswer {
  readonly answer: "true" | "false" | "error" | "unknown";
  readonly because: string;
}

/** An expression that the library can evaluate, or why not. */
export type CompiledCondition =
  | { readonly ast: ASTNode; readonly run: (variables: object, unknowns: Unknowns) => unknown }
  | { readonly problem: string };

/** No condition that a person writes comes near; what is beyond is not parsed. */
const maxLength = 16_384;
const limits = { maxAstNodes: 2000, maxDepth: 100 };
const rewrittenLimits = { maxAstNodes: 10_000, maxDepth: 2000 };

/**
 * Parses and checks a match condition. Bounded in length, nodes and depth. What the library cannot say as surely as
 * the API server is a problem, and so is what the API server would not accept.
 */
export function compileCondition(expression: string): CompiledCondition {
  if (expression.length > maxLength) return { problem: "it is too long to be evaluated here" };
  let unknowns = new Unknowns();
  const parsed = parse(checkedEnvironment(), expression);
  if (parsed === undefined)
    return { problem: "the API server would refuse it, or it is too large to look at" };
  const { ast } = parsed;
  const problem = languageProblem(ast);
  if (problem !== undefined) return { problem };
  const { error } = parsed.check();
  // The library takes fewer arguments of has() than cel-go does; ours takes them all.
  if (error !== undefined && error.code !== "invalid_macro_argument") {
    return { problem: "the API server would refuse it: its types do not fit" };
  }
  const rewritten = parse(
    evaluatedEnvironment(() => unknowns),
    rewriteOperators(ast),
  );
  const check = rewritten?.check();
  if (rewritten === undefined || check?.valid !== true) return { problem: "it cannot be evaluated here" };
  if (check.type !== "bool") return { problem: "the API server would refuse it: it gives no bool" };
  return {
    ast,
    run(variables, current) {
      unknowns = current;
      return rewritten(variables);
    },
  };
}

/** Evaluates a condition over what is known of a request. Bounded in steps, and in what regular expressions take. */
export function evaluateCondition(condition: CompiledCondition, data: ConditionData): ConditionAnswer {
  if ("problem" in condition) return unknown(condition.problem);
  if (boundSteps(condition.ast, data.extent) > maxSteps) return unknown("it may take too long to evaluate");
  const unknowns = new Unknowns();
  try {
    const value = condition.run(data.variables(unknowns), unknowns);
    if (value === true || value === false) return { answer: value ? "true" : "false", because: "" };
    return unknown("it gives no bool");
  } catch {
    // An error beside something unknown may come of it, or be absorbed by what it would have been.
    if (unknowns.first !== undefined) return unknown(`it depends on ${unknowns.first}`);
    return { answer: "error", because: "it reads what is not there, or compares what cannot be compared" };
  }
}

/** The types by which the API server checks a condition: only `request` has any. */
function checkedEnvironment(): Environment {
  return newEnvironment(limits).registerVariable({ name: "request", schema: requestSchema() });
}

function evaluatedEnvironment(unknowns: () => Unknowns): Environment {
  return registerOperators(newEnvironment(rewrittenLimits).registerVariable("request", "dyn"), unknowns);
}

function newEnvironment(bounds: typeof limits): Environment {
  return new Environment({ enableOptionalTypes: true, limits: bounds })
    .registerVariable("object", "dyn")
    .registerVariable("oldObject", "dyn")
    .registerVariable("namespaceObject", "dyn");
}

function parse(environment: Environment, expression: string): ParseResult | undefined {
  try {
    return environment.parse(expression);
  } catch {
    return undefined;
  }
}

function unknown(because: string): ConditionAnswer {
  return { answer: "unknown", because };
}
