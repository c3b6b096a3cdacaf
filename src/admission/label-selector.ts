import { allOf, type Ternary, ternaryOf } from "./ternary.ts";

/** One condition on one label. `matchLabels` entries are `In` with one value. */
export interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** All requirements hold; without any, everything is selected. */
export interface LabelSelector {
  readonly requirements: readonly Requirement[];
}

/** The labels of something. Where they are not all known, an absent key may be there. */
export interface KnownLabels {
  readonly labels: Readonly<Record<string, string>>;
  readonly complete: boolean;
}

/** By operator: whether it wants values, and what it says of a value or of its absence. */
const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["In", { wantsValues: true, ifAbsent: false, accepts: (value, values) => values.includes(value) }],
  ["NotIn", { wantsValues: true, ifAbsent: true, accepts: (value, values) => !values.includes(value) }],
  ["Exists", { wantsValues: false, ifAbsent: false, accepts: () => true }],
  ["DoesNotExist", { wantsValues: false, ifAbsent: true, accepts: () => false }],
]);

interface Operator {
  readonly wantsValues: boolean;
  readonly ifAbsent: boolean;
  readonly accepts: (value: string, values: readonly string[]) => boolean;
}

/** Whether a valid selector selects these labels (apimachinery 0.37 `labels.Requirement.Matches`). */
export function selects(selector: LabelSelector, known: KnownLabels): Ternary {
  return allOf(selector.requirements.map((requirement) => meets(requirement, known)));
}

function meets({ key, operator, values }: Requirement, known: KnownLabels): Ternary {
  const rule = operators.get(operator);
  if (rule === undefined) return "unknown";
  const value = Object.hasOwn(known.labels, key) ? known.labels[key] : undefined;
  if (value !== undefined) return ternaryOf(rule.accepts(value, values));
  return known.complete ? ternaryOf(rule.ifAbsent) : "unknown";
}

/**
 * Why the API server cannot make sense of a selector, undefined where it can: `LabelSelectorAsSelector` and
 * `labels.NewRequirement` of apimachinery 0.37. It does not store such a webhook any more, but may still have one.
 */
export function selectorProblem(selector: LabelSelector): string | undefined {
  const known = problems.get(selector);
  if (known !== undefined) return known.problem;
  const problem = findProblem(selector);
  problems.set(selector, { problem });
  return problem;
}

/** Selectors are asked about thousands of objects and never change. */
const problems = new WeakMap<LabelSelector, { readonly problem: string | undefined }>();

function findProblem(selector: LabelSelector): string | undefined {
  for (const { key, operator, values } of selector.requirements) {
    const rule = operators.get(operator);
    if (rule === undefined) return `the operator ${JSON.stringify(operator)} does not exist`;
    if (rule.wantsValues && values.length === 0) return `${operator} needs values`;
    if (!rule.wantsValues && values.length > 0) return `${operator} takes no values`;
    if (!isLabelKey(key)) return `${JSON.stringify(key)} is no label key`;
    if (!values.every(isLabelValue)) return `a value of ${JSON.stringify(key)} is no label value`;
  }
  return undefined;
}

/** `[prefix/]name`: a DNS subdomain of at most 253 characters and a name of at most 63. */
function isLabelKey(key: string): boolean {
  const parts = key.split("/");
  if (parts.length > 2) return false;
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (prefix !== undefined && (prefix.length > 253 || !subdomain.test(prefix))) return false;
  return name.length <= 63 && labelName.test(name);
}

function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && labelName.test(value));
}

const labelName = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
