import type { ASTNode } from "@marcbachmann/cel-js";

/**
 * What the library answers as cel-go does. Left out on purpose: conversions, times and functions that count in
 * characters, which differ in corners, and the Kubernetes libraries (quantity, ip, semver, url, authorizer …), which
 * it does not have.
 */
const functions: ReadonlySet<string> = new Set(["has", "size", "dyn"]);

const methods: ReadonlySet<string> = new Set([
  "all",
  "contains",
  "endsWith",
  "exists",
  "exists_one",
  "filter",
  "hasValue",
  "map",
  "matches",
  "or",
  "orValue",
  "size",
  "split",
  "startsWith",
  "value",
]);

/** Methods whose first argument names a variable for the others. */
const loops: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

const names: ReadonlySet<string> = new Set(["object", "oldObject", "request", "namespaceObject"]);

/** Names that stand for types, and only beside `type(…)`. */
const typeNames: ReadonlySet<string> = new Set([
  ...["bool", "bytes", "double", "int", "list", "map", "null_type", "string", "uint"],
]);

/** The variable that a call of a loop method declares and the expressions in which it stands; undefined for others. */
export function loopOf(
  node: ASTNode,
): { readonly variable: string; readonly body: readonly ASTNode[] } | undefined {
  if (node.op !== "rcall" || !loops.has(node.args[0])) return undefined;
  const [variable, ...body] = node.args[2];
  return variable?.op === "id" ? { variable: variable.args, body } : undefined;
}

/** What `type(x) == string` tests, and for which type; undefined for every other expression. */
export function typeTestOf(node: ASTNode): { readonly tested: ASTNode; readonly name: string } | undefined {
  if (node.op !== "==" && node.op !== "!=") return undefined;
  const [left, right] = node.args;
  if (left.op !== "call" || left.args[0] !== "type" || right.op !== "id") return undefined;
  const [tested] = left.args[1];
  if (tested === undefined || !typeNames.has(right.args)) return undefined;
  return { tested, name: right.args };
}

/** Why an expression is not for the library to answer; undefined where it is. `bound`: variables of loops around it. */
export function languageProblem(node: ASTNode, bound: ReadonlySet<string> = new Set()): string | undefined {
  const typeTest = typeTestOf(node);
  if (typeTest !== undefined) return languageProblem(typeTest.tested, bound);
  const own = ownProblem(node, bound);
  if (own !== undefined) return own;
  const loop = loopOf(node);
  if (loop === undefined) return firstProblem(childrenOf(node), bound);
  const [range] = childrenOf(node);
  return (
    firstProblem(range === undefined ? [] : [range], bound) ??
    firstProblem(loop.body, new Set([...bound, loop.variable]))
  );
}

function firstProblem(nodes: readonly ASTNode[], bound: ReadonlySet<string>): string | undefined {
  for (const node of nodes) {
    const problem = languageProblem(node, bound);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function ownProblem(node: ASTNode, bound: ReadonlySet<string>): string | undefined {
  if (node.op === "id") {
    if (bound.has(node.args) || names.has(node.args)) return undefined;
    return `${shown(node.args)} is not known here`;
  }
  if (node.op === "call") {
    return functions.has(node.args[0])
      ? undefined
      : `the function ${shown(node.args[0])} is not evaluated here`;
  }
  if (node.op === "rcall") {
    const [name, , parameters] = node.args;
    if (!methods.has(name)) return `the function ${shown(name)} is not evaluated here`;
    const [separator] = parameters;
    // Go cuts at code points where the separator is empty.
    if (
      name === "split" &&
      !(parameters.length === 1 && separator?.op === "value" && separator.args !== "")
    ) {
      return "split is evaluated with one separator only, written out";
    }
    return undefined;
  }
  if (node.op === "value" && typeof node.args === "object" && node.args !== null) {
    return "bytes and unsigned numbers are not evaluated here";
  }
  if (node.op === "map" && node.args.some(([key]) => key.op !== "value" || typeof key.args !== "string")) {
    return "a map is evaluated with written-out strings as keys only";
  }
  // cel-go answers this before it evaluates anything.
  if (node.op === "in" && node.args[1].op === "list" && node.args[1].args.length === 0) {
    return "in is not evaluated with an empty list";
  }
  return undefined;
}

/** Enough of a name to find it. */
function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

/** The expressions directly inside of another, in order. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case ".":
    case ".?":
      return [node.args[0]];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "list":
      return node.args;
    case "map":
      return node.args.flat();
    case "!_":
    case "-_":
      return [node.args];
    default:
      return node.args;
  }
}
