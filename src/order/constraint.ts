/** Why one thing must come before another; the words of the plan's `because`. */
export const reasons = [
  "grant",
  "barrier",
  "signer",
  "controller",
  "canary",
  "prerequisite",
  "admission",
  "hint",
  "user",
] as const;

export type Reason = (typeof reasons)[number];

/** `wave(after) − wave(before) ≥ gap`, over the indices of the variables of a problem. */
export interface Constraint {
  readonly before: number;
  readonly after: number;
  readonly gap: 0 | 1;
}

/** One number to find: the wave of an object, or of a barrier that has none yet. */
export interface Variable {
  /** The value never exceeds it: what the author gave, or Infinity. */
  readonly upper: number;
  /**
   * The groups in which the author's order counts for it: pairs of one group with different effective values keep their
   * order. Empty for what the author's order does not bind.
   */
  readonly groups: readonly number[];
}

export interface Problem {
  readonly variables: readonly Variable[];
  readonly constraints: readonly Constraint[];
}

/**
 * Why a variable is not at its upper bound: the constraint that holds it, or the given order of a group, in which
 * `other` comes one later. What is held is exactly as far below the holder as it must be.
 */
export type Hold =
  | { readonly kind: "constraint"; readonly constraint: number }
  | { readonly kind: "order"; readonly group: number; readonly other: number };

/**
 * A pair of one group whose given order could not be kept: `a` was below `b`. Its effective values stand the other way
 * round (`contradicts`), or have become one value (`splits`: the order would split it).
 */
export interface GivenUp {
  readonly a: number;
  readonly b: number;
  readonly because: "contradicts" | "splits";
}

export type Solution =
  | {
      readonly solved: true;
      /** The greatest values that satisfy everything, one per variable. */
      readonly values: readonly number[];
      /** The least upper bound over what each variable reaches, itself included. */
      readonly effective: readonly number[];
      /**
       * Per variable, what keeps it below its upper bound; undefined where it stands at it. Followed from variable to
       * variable they end, at one that stands at its upper bound.
       */
      readonly holds: readonly (Hold | undefined)[];
      /** All pairs, or where they are many a selection that names every variable concerned, as far as it can. */
      readonly givenUp: readonly GivenUp[];
      /** How many variables are concerned that no pair of `givenUp` names. */
      readonly givenUpLeftOut: number;
    }
  | {
      readonly solved: false;
      /** Cycles of constraint indices, each with a positive sum of gaps, each as short as possible, disjoint. */
      readonly cycles: readonly (readonly number[])[];
    };
