import { RE2JS } from "@bufbuild/re2";
import { appendAll } from "../../append-all.ts";
import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import { childrenOf } from "./condition-language.ts";
import type { Unknowns } from "./unknown-value.ts";

/** The name under which our `matches` is registered: no identifier, so that no expression can call it itself. */
const replacement = "matches(RE2)";

/** The most work of all matches of one evaluation: characters times the size of the expression. */
const maxMatchWork = 5_000_000;

/**
 * Replaces the library's `matches`, a backtracking JavaScript expression that runs for hours on the wrong input and
 * reads some patterns in another way, by RE2, which is what cel-go has. Before the first evaluation of `expression`.
 */
export function useLinearMatches(expression: ASTNode): void {
  const stack: ASTNode[] = [expression];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.op === "rcall" && node.args[0] === "matches") node.args[0] = replacement;
    appendAll(stack, childrenOf(node));
  }
}

export function registerLinearMatches(environment: Environment, unknowns: Unknowns): Environment {
  let work = 0;
  return environment.registerFunction({
    name: replacement,
    receiverType: "string",
    returnType: "bool",
    params: [{ name: "pattern", type: "string" }],
    handler: (text: string, pattern: string) => {
      work += (text.length + 1) * patternSize(pattern);
      if (work > maxMatchWork) unknowns.raise("a regular expression that takes too long");
      return new RE2JS(pattern).test(text);
    },
  });
}

/** An upper bound for the states of an expression: counted repetitions multiply what they repeat. */
function patternSize(pattern: string): number {
  let size = pattern.length + 1;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{(\d+),?(\d*)\}/g)) {
    size *= Math.max(1, Number(least), Number(most));
  }
  return size;
}
