import type { ASTNode } from "@marcbachmann/cel-js";
import { typeTestOf } from "./condition-language.ts";

/**
 * An expression as text again, with functions of ours in the place of those operators that the API server's values
 * answer in a way of their own: `==`, `!=`, `in`, `has` and `matches`, see operators.ts. (The library lets nobody
 * replace an operator, but it parses what we write.) Literals are copied as they stand in the source.
 */
export function rewriteOperators(node: ASTNode): string {
  const typeTest = typeTestOf(node);
  if (typeTest !== undefined) {
    return `(type(${rewriteOperators(typeTest.tested)}) ${node.op} ${typeTest.name})`;
  }
  switch (node.op) {
    case "value":
      return node.input.slice(node.start, node.end);
    case "id":
      return node.args;
    case ".":
    case ".?":
      return `${inner(node.args[0])}${node.op}${node.args[1]}`;
    case "[]":
      return `${inner(node.args[0])}[${rewriteOperators(node.args[1])}]`;
    case "[?]":
      return `${inner(node.args[0])}[?${rewriteOperators(node.args[1])}]`;
    case "call":
      return rewriteCall(node.args[0], node.args[1]);
    case "rcall": {
      const [name, receiver, parameters] = node.args;
      if (name === "matches") return `linearMatches(${list([receiver, ...parameters])})`;
      return `${inner(receiver)}.${name}(${list(parameters)})`;
    }
    case "list":
      return `[${list(node.args)}]`;
    case "map":
      return `{${node.args.map((entry) => entry.map(rewriteOperators).join(": ")).join(", ")}}`;
    case "!_":
    case "-_":
      return `${node.op.slice(0, 1)}${inner(node.args)}`;
    case "?:": {
      const [condition, then, otherwise] = node.args;
      return `(${inner(condition)} ? ${inner(then)} : ${inner(otherwise)})`;
    }
    case "==":
      return `equals(${list(node.args)})`;
    case "!=":
      return `!equals(${list(node.args)})`;
    case "in":
      return `isIn(${list(node.args)})`;
    default:
      return `(${inner(node.args[0])} ${node.op} ${inner(node.args[1])})`;
  }
}

function rewriteCall(name: string, parameters: readonly ASTNode[]): string {
  const [field] = parameters;
  if (name === "has" && field?.op === ".") {
    return `hasField(${rewriteOperators(field.args[0])}, ${JSON.stringify(field.args[1])})`;
  }
  return `${name}(${list(parameters)})`;
}

/** An expression where only a whole one may stand. */
function inner(node: ASTNode): string {
  return node.op === "id" ? node.args : `(${rewriteOperators(node)})`;
}

function list(nodes: readonly ASTNode[]): string {
  return nodes.map(rewriteOperators).join(", ");
}
