import type { ASTNode } from "@marcbachmann/cel-js";
import { isObject, type JsonValue } from "../../manifest/manifest.ts";
import { childrenOf, loopOf } from "./condition-language.ts";

/** How large a value can be. */
export interface Extent {
  /** The most elements of one list or mapping in it. */
  readonly width: number;
  /** The most characters of one string in it. */
  readonly characters: number;
  /** All its values, and its text in units of 64 characters: what comparing or copying it takes. */
  readonly weight: number;
}

interface Bound extends Extent {
  /** The most steps that it takes to evaluate. */
  readonly steps: number;
}

/** Above it a condition is not evaluated. The API server's own budget, in units of its own, is 2,500,000. */
export const maxSteps = 2_000_000;

/**
 * An upper bound for the steps of an expression over data of a given extent, Infinity included: loops multiply, `+`
 * adds up. Cheap, and exact enough to tell conditions that people write from those that would run for hours.
 */
export function boundSteps(expression: ASTNode, data: Extent): number {
  return boundOf(expression, data, new Map()).steps;
}

function boundOf(node: ASTNode, data: Extent, variables: ReadonlyMap<string, Extent>): Bound {
  if (node.op === "value") return { steps: 1, ...extentOf(node.args) };
  if (node.op === "id") return { steps: 1, ...(variables.get(node.args) ?? data) };
  if (node.op === "rcall") {
    const loop = loopOf(node);
    if (loop !== undefined) return boundOfLoop(node.args[1], loop, data, variables);
  }
  const parts = childrenOf(node).map((child) => boundOf(child, data, variables));
  const whole = { ...together(parts), steps: 1 + sum(parts, "steps") + ownSteps(node, parts) };
  if (node.op === "+") {
    return { ...whole, width: sum(parts, "width"), characters: sum(parts, "characters") };
  }
  if (node.op === "list" || node.op === "map") {
    return { ...whole, width: Math.max(whole.width, parts.length), weight: whole.weight + 1 };
  }
  if (node.op === "rcall" && node.args[0] === "split") {
    return { ...whole, width: whole.characters + 1, weight: whole.weight + whole.characters };
  }
  return whole;
}

function boundOfLoop(
  range: ASTNode,
  loop: NonNullable<ReturnType<typeof loopOf>>,
  data: Extent,
  variables: ReadonlyMap<string, Extent>,
): Bound {
  const over = boundOf(range, data, variables);
  const inside = new Map(variables).set(loop.variable, over);
  const bodies = loop.body.map((body) => boundOf(body, data, inside));
  const all = together([over, ...bodies]);
  return {
    steps: 1 + over.steps + over.width * (1 + sum(bodies, "steps")),
    width: all.width,
    characters: all.characters,
    weight: over.width * all.weight,
  };
}

/** What an operator or a function does itself, its operands being there. */
function ownSteps(node: ASTNode, operands: readonly Bound[]): number {
  const [first, second] = operands;
  const method = node.op === "rcall" ? node.args[0] : "";
  if (node.op === "==" || node.op === "!=") return Math.min(first?.weight ?? 0, second?.weight ?? 0);
  if (method === "startsWith" || method === "endsWith") return second?.weight ?? 0;
  if (node.op === "in") return second?.weight ?? 0;
  if (node.op === "call" && node.args[0] === "size") return first?.characters ?? 0;
  if (method === "size" || method === "split") return first?.characters ?? 0;
  return isLookup(node) ? 0 : sum(operands, "weight");
}

/** Reading a field and joining booleans look at nothing of what is inside. */
function isLookup(node: ASTNode): boolean {
  return [".", ".?", "[]", "[?]", "&&", "||", "?:", "!_"].includes(node.op);
}

function together(extents: readonly Extent[]): Extent {
  return {
    width: Math.max(1, ...extents.map(({ width }) => width)),
    characters: Math.max(0, ...extents.map(({ characters }) => characters)),
    weight: extents.reduce((total, { weight }) => total + weight, 0),
  };
}

function sum(bounds: readonly Bound[], what: keyof Bound): number {
  return bounds.reduce((total, bound) => total + bound[what], 0);
}

function extentOf(literal: unknown): Extent {
  return typeof literal === "string" ? textExtent(literal) : { width: 1, characters: 0, weight: 1 };
}

function textExtent(text: string): Extent {
  return { width: 1, characters: text.length, weight: 1 + Math.ceil(text.length / 64) };
}

/** The extent of all data of a request. Values that stand in several places count once for each. */
export function measure(values: readonly JsonValue[]): Extent {
  let width = 1;
  let characters = 0;
  let weight = 1;
  const stack: JsonValue[] = [...values];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    weight += 1;
    if (weight > maxSteps) return { width: maxSteps, characters: maxSteps, weight: maxSteps };
    if (typeof value === "string") {
      const text = textExtent(value);
      characters = Math.max(characters, text.characters);
      weight += text.weight;
    } else if (Array.isArray(value)) {
      width = Math.max(width, value.length);
      for (const item of value) stack.push(item);
    } else if (isObject(value)) {
      const keys = Object.keys(value);
      width = Math.max(width, keys.length);
      for (const key of keys) stack.push(key, value[key] ?? null);
    }
  }
  return { width, characters, weight };
}
