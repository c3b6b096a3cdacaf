/**
 * What comes up from where, without a word of Kubernetes: parts are numbers from 0, a requirement holds while any of
 * its parts is up, and one without parts never holds.
 */
export interface Dependencies {
  /** By part: all of these have to hold before it comes up. */
  readonly requires: readonly (readonly Requirement[])[];
  /** By part: all of these have to hold for it to stay up. */
  readonly keeps: readonly (readonly Requirement[])[];
}

export type Requirement = readonly number[];

export interface Settled {
  /** By part: the round in which it came up, 0 where it was up and stayed so, undefined where it never comes up. */
  readonly roundOf: readonly (number | undefined)[];
}

/**
 * What is up in the end, if `up` is up at first: first whatever loses what it has to keep goes down, until nothing more
 * does; then whatever has all that it requires comes up, round by round. Both answers are unique, since what is up never
 * hurts anything. Linear in the requirements.
 */
export function settle(dependencies: Dependencies, up: ReadonlySet<number>): Settled {
  const staying = decay(dependencies, up);
  return { roundOf: grow(dependencies, staying) };
}

function decay({ keeps }: Dependencies, up: ReadonlySet<number>): ReadonlySet<number> {
  const staying = new Set(up);
  /** By part, the requirements that it holds up; each is counted down as its parts go. */
  const heldBy = new Map<number, { readonly owner: number; left: number }[]>();
  const falling: number[] = [];
  for (const owner of up) {
    for (const requirement of keeps[owner] ?? []) {
      const holders = new Set(requirement.filter((part) => up.has(part)));
      if (holders.size === 0) falling.push(owner);
      const counter = { owner, left: holders.size };
      for (const part of holders) listOf(heldBy, part).push(counter);
    }
  }
  for (let part = falling.pop(); part !== undefined; part = falling.pop()) {
    if (!staying.delete(part)) continue;
    for (const counter of heldBy.get(part) ?? []) {
      counter.left--;
      if (counter.left === 0) falling.push(counter.owner);
    }
  }
  return staying;
}

function grow({ requires }: Dependencies, up: ReadonlySet<number>): readonly (number | undefined)[] {
  const roundOf: (number | undefined)[] = requires.map((_, part) => (up.has(part) ? 0 : undefined));
  const missing = requires.map((list) => list.length);
  const helps = new Map<number, { readonly owner: number; isMet: boolean }[]>();
  for (const [owner, list] of requires.entries()) {
    if (up.has(owner)) continue;
    for (const requirement of list) {
      const state = { owner, isMet: false };
      for (const part of new Set(requirement)) listOf(helps, part).push(state);
    }
  }
  let rising = [...requires.keys()].filter((part) => up.has(part));
  const ready = [...requires.keys()].filter((part) => !up.has(part) && missing[part] === 0);
  for (let round = 1; rising.length > 0 || ready.length > 0; round++) {
    const next: number[] = ready.splice(0);
    for (const part of rising) {
      for (const state of helps.get(part) ?? []) {
        if (state.isMet) continue;
        state.isMet = true;
        const left = (missing[state.owner] ?? 0) - 1;
        missing[state.owner] = left;
        if (left === 0) next.push(state.owner);
      }
    }
    for (const part of next) roundOf[part] = round;
    rising = next;
  }
  return roundOf;
}

function listOf<T>(map: Map<number, T[]>, key: number): T[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const list: T[] = [];
  map.set(key, list);
  return list;
}
