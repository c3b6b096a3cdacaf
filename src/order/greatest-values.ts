import { at } from "./at.ts";
import { bucket, bucketsByValue } from "./buckets.ts";
import type { Components } from "./components.ts";
import type { Hold } from "./constraint.ts";
import type { Network } from "./network.ts";

export interface GreatestValues {
  readonly values: Float64Array;
  /** Per variable, what keeps it below its upper bound. */
  readonly holds: readonly (Hold | undefined)[];
}

/** The least value among the members of a group that are settled, and the variable of lowest index that has it. */
interface Floor {
  readonly value: number;
  readonly holder: number;
}

/** What is known on the way down. */
interface Descent {
  readonly network: Network;
  readonly components: Components;
  readonly values: Float64Array;
  readonly holds: (Hold | undefined)[];
  /** Per group, for the level at hand: all members above it are settled. */
  readonly floors: Map<number, Floor>;
}

/**
 * The greatest value of each variable, and what holds it there. No cycle may have a positive sum of gaps.
 *
 * Variables of equal effective value form a level. Levels are settled from the highest down, since nothing that a value
 * depends on lies lower: constraints lead to the same level or a higher one, the given order always to a higher one. So
 * all that a level needs to know of the given order is one number per group, the least value of its members above;
 * these are in order among themselves already. It stands for the pairs of members, which may be quadratic in number.
 */
export function greatestValues(
  network: Network,
  components: Components,
  effective: Float64Array,
): GreatestValues {
  const descent: Descent = {
    network,
    components,
    values: new Float64Array(network.size),
    holds: new Array<Hold | undefined>(network.size).fill(undefined),
    floors: new Map(),
  };
  const effectiveOfComponent = Float64Array.from({ length: components.count }, (_, component) =>
    at(effective, at(components.members.items, at(components.members.start, component))),
  );
  const levels = bucketsByValue(effectiveOfComponent);
  for (let level = levels.start.length - 2; level >= 0; level--) {
    // Components ascend inside a level, so what they reach comes first here too.
    const levelComponents = bucket(levels, level);
    for (const component of levelComponents) settle(descent, component);
    lowerFloors(descent, levelComponents);
  }
  return { values: descent.values, holds: descent.holds };
}

/** Members of a component share one value: a cycle without a positive sum has gaps of 0 only. */
function settle(descent: Descent, component: number): void {
  const { network, components, values, holds, floors } = descent;
  const { upper, after, gap, outgoing, groups } = network;
  const members = bucket(components.members, component);
  let greatest = Number.POSITIVE_INFINITY;
  for (const variable of members) {
    greatest = Math.min(greatest, at(upper, variable));
    for (const constraint of bucket(outgoing, variable)) {
      const target = at(after, constraint);
      if (at(components.componentOf, target) === component) continue;
      greatest = Math.min(greatest, at(values, target) - at(gap, constraint));
    }
    for (const group of groups[variable] ?? []) {
      const floor = floors.get(group);
      if (floor !== undefined) greatest = Math.min(greatest, floor.value - 1);
    }
  }
  for (const variable of members) values[variable] = greatest;
  for (const variable of members) {
    if (at(upper, variable) > greatest) holds[variable] = outerHold(descent, variable, component);
  }
  if (members.length > 1) holdFromInside(descent, members, component);
}

/** What holds a variable from outside its component: constraints first, since they say more than the given order. */
function outerHold(descent: Descent, variable: number, component: number): Hold | undefined {
  const { network, components, values, floors } = descent;
  const value = at(values, variable);
  for (const constraint of bucket(network.outgoing, variable)) {
    const target = at(network.after, constraint);
    if (at(components.componentOf, target) === component) continue;
    if (at(values, target) - at(network.gap, constraint) === value) return { kind: "constraint", constraint };
  }
  for (const group of network.groups[variable] ?? []) {
    const floor = floors.get(group);
    if (floor?.value === value + 1) return { kind: "order", group, other: floor.holder };
  }
  return undefined;
}

/**
 * Members that neither stand at their upper bound nor are held from outside are held by other members: by the shortest
 * way to one that is, since a way round the cycle would end nowhere.
 */
function holdFromInside(descent: Descent, members: Int32Array, component: number): void {
  const { network, components, values, holds } = descent;
  const isExplained = (variable: number): boolean =>
    holds[variable] !== undefined || at(network.upper, variable) === at(values, variable);
  const explained = [...members].filter(isExplained);
  // The list grows while it is read: breadth first.
  for (const variable of explained) {
    for (const constraint of bucket(network.incoming, variable)) {
      const source = at(network.before, constraint);
      if (at(components.componentOf, source) !== component || isExplained(source)) continue;
      holds[source] = { kind: "constraint", constraint };
      explained.push(source);
    }
  }
}

/** Once a level is settled its members are the lowest of their groups: whatever was above them stays above. */
function lowerFloors(descent: Descent, levelComponents: Int32Array): void {
  const { network, components, values, floors } = descent;
  const levelFloors = new Map<number, Floor>();
  for (const component of levelComponents) {
    for (const variable of bucket(components.members, component)) {
      const value = at(values, variable);
      for (const group of network.groups[variable] ?? []) {
        const floor = levelFloors.get(group);
        const isLower =
          floor === undefined || value < floor.value || (value === floor.value && variable < floor.holder);
        if (isLower) levelFloors.set(group, { value, holder: variable });
      }
    }
  }
  for (const [group, floor] of levelFloors) floors.set(group, floor);
}
