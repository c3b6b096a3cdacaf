import type { GenericField, GenericGrants } from "../../config/generic-grants.ts";
import type { RequesterIdentity } from "../../requests/requester.ts";
import { type AskedTexts, askedFields } from "./asked-texts.ts";
import { compilePattern, type Pattern } from "./pattern.ts";
import { type LocatedValue, valuesAt } from "./values-at.ts";

/** One comparison of a requester with one grant. */
export interface Condition {
  readonly asked: AskedTexts;
  /** Reason of the denial where only this does not fit; undefined where the signer goes on to its other grants. */
  readonly denial: string | undefined;
  /** What the policy says here, in a few words. */
  readonly summary: string;
  /** False where nothing, or an empty text or list, stands in the policy. */
  readonly isStated: boolean;
  /** True where the policy leaves it open, so that anything is covered, and nothing asked for as well. */
  readonly coversAnything: boolean;
  /** The texts that are covered and no others; undefined where others may be too. */
  readonly literals: ReadonlySet<string> | undefined;
  /**
   * How much the grant demands of one text: {@link demandsAll} where it is spelled out, the characters that a pattern
   * spells out, −1 where anything is covered. Undefined: not covered.
   */
  demandOn(text: string): number | undefined;
}

/** Above any pattern, since no name is as long. */
export const demandsAll = 1_000_000;

/** The first text that a requester asks with and the grant does not cover. */
export function uncoveredText(
  { asked, demandOn }: Condition,
  requester: RequesterIdentity,
): string | undefined {
  return asked.of(requester).find((text) => demandOn(text) === undefined);
}

/** True where a grant covers everything of the requester that these conditions look at. */
export function coversAll(conditions: readonly Condition[], requester: RequesterIdentity): boolean {
  return conditions.every((condition) => uncoveredText(condition, requester) === undefined);
}

/**
 * True where an entry that denies is about the requester: one of several texts is enough. What is asked for does not
 * narrow it down where the entry says nothing about that.
 */
export function concerns(conditions: readonly Condition[], requester: RequesterIdentity): boolean {
  return conditions.every(
    ({ asked, isStated, coversAnything, demandOn }) =>
      coversAnything ||
      (!isStated && !asked.isIdentity) ||
      asked.of(requester).some((text) => demandOn(text) !== undefined),
  );
}

/** What a policy may not hold where a text belongs. */
export interface ForeignValue {
  readonly path: LocatedValue["path"];
  readonly found: string;
}

/** Makes the condition of one field out of the grant or the policy it is read from. */
export type ConditionSource = (grant: LocatedValue) => Condition | ForeignValue;

/**
 * The conditions that a description asks of each grant, in the order in which a signer with `most-specific` weighs them.
 * What stands in the policy and not in its grants is read once.
 */
export function conditionSources(
  fields: GenericGrants["fields"],
  policy: LocatedValue,
): readonly ConditionSource[] {
  return askedFields(fields).map(({ asked, field }) => {
    if (field.from === "grant") return (grant) => conditionAt(grant, asked, field);
    const condition = conditionAt(policy, asked, field);
    return () => condition;
  });
}

export function isForeign(condition: Condition | ForeignValue): condition is ForeignValue {
  return "found" in condition;
}

function conditionAt(root: LocatedValue, asked: AskedTexts, field: GenericField): Condition | ForeignValue {
  const texts: string[] = [];
  for (const { value, path } of valuesAt(root, field.path)) {
    if (typeof value !== "string") return { path, found: kindOf(value) };
    if (value !== "") texts.push(value);
  }
  if (texts.length > 0) return textCondition(texts, asked, field);
  return field.missing === "any" ? anything(asked, field) : textCondition([], asked, field);
}

function textCondition(texts: readonly string[], asked: AskedTexts, field: GenericField): Condition {
  const patterns = texts.map((text) => compilePattern(text, field.match));
  const literals = new Set(patterns.flatMap(({ literal }) => literal ?? []));
  const open = patterns.filter(({ literal }) => literal === undefined);
  return {
    asked,
    denial: field.denial,
    summary: summaryOf(texts),
    isStated: texts.length > 0,
    coversAnything: false,
    literals: open.length === 0 ? literals : undefined,
    demandOn: (text) => (literals.has(text) ? demandsAll : mostDemanding(open, text)),
  };
}

function anything(asked: AskedTexts, field: GenericField): Condition {
  return {
    asked,
    denial: field.denial,
    summary: "any",
    isStated: false,
    coversAnything: true,
    literals: undefined,
    demandOn: () => -1,
  };
}

function summaryOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return "none";
  return `${first.slice(0, 100)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

function mostDemanding(patterns: readonly Pattern[], text: string): number | undefined {
  let most: number | undefined;
  for (const pattern of patterns) {
    if (pattern.demands > (most ?? -1) && pattern.matches(text)) most = pattern.demands;
  }
  return most;
}

function kindOf(value: unknown): string {
  if (typeof value === "object") return "a map";
  return typeof value === "number" ? "a number" : "true or false";
}
