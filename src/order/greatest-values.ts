import { bucket, bucketsByValue } from "./buckets.ts";
import type { Components } from "./components.ts";
import type { Hold } from "./constraint.ts";
import { intAt, valueAt } from "./flat-array.ts";
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
  const effectiveOfComponent = new Float64Array(components.count);
  for (let variable = 0; variable < network.size; variable++) {
    effectiveOfComponent[intAt(components.componentOf, variable)] = valueAt(effective, variable);
  }
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
  const { network, components, values, holds } = descent;
  const { start, items } = components.members;
  const first = intAt(start, component);
  const end = intAt(start, component + 1);
  let greatest = Number.POSITIVE_INFINITY;
  for (let slot = first; slot < end; slot++) {
    greatest = Math.min(greatest, outerBound(descent, intAt(items, slot), component));
  }
  for (let slot = first; slot < end; slot++) {
    const variable = intAt(items, slot);
    values[variable] = greatest;
    if (valueAt(network.upper, variable) > greatest)
      holds[variable] = outerHold(descent, variable, component);
  }
  if (end - first > 1) holdFromInside(descent, component);
}

/** The greatest value that a variable could have for all that is outside its component. */
function outerBound(descent: Descent, variable: number, component: number): number {
  const { network, components, values, floors } = descent;
  const { start, items } = network.outgoing;
  const end = intAt(start, variable + 1);
  let bound = valueAt(network.upper, variable);
  for (let edge = intAt(start, variable); edge < end; edge++) {
    const constraint = intAt(items, edge);
    const target = intAt(network.after, constraint);
    if (intAt(components.componentOf, target) === component) continue;
    bound = Math.min(bound, valueAt(values, target) - intAt(network.gap, constraint));
  }
  for (const group of network.groups[variable] ?? []) {
    const floor = floors.get(group);
    if (floor !== undefined) bound = Math.min(bound, floor.value - 1);
  }
  return bound;
}

/** What holds a variable from outside its component: constraints first, since they say more than the given order. */
function outerHold(descent: Descent, variable: number, component: number): Hold | undefined {
  const { network, components, values, floors } = descent;
  const { start, items } = network.outgoing;
  const value = valueAt(values, variable);
  const end = intAt(start, variable + 1);
  for (let edge = intAt(start, variable); edge < end; edge++) {
    const constraint = intAt(items, edge);
    const target = intAt(network.after, constraint);
    if (intAt(components.componentOf, target) === component) continue;
    if (valueAt(values, target) - intAt(network.gap, constraint) === value)
      return { kind: "constraint", constraint };
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
function holdFromInside(descent: Descent, component: number): void {
  const { network, components, values, holds } = descent;
  const isExplained = (variable: number): boolean =>
    holds[variable] !== undefined || valueAt(network.upper, variable) === valueAt(values, variable);
  const explained = [...bucket(components.members, component)].filter(isExplained);
  // The list grows while it is read: breadth first.
  for (const variable of explained) {
    for (const constraint of bucket(network.incoming, variable)) {
      const source = intAt(network.before, constraint);
      if (intAt(components.componentOf, source) !== component || isExplained(source)) continue;
      holds[source] = { kind: "constraint", constraint };
      explained.push(source);
    }
  }
}

/** Once a level is settled its members are the lowest of their groups: whatever was above them stays above. */
function lowerFloors(descent: Descent, levelComponents: Int32Array): void {
  const { network, components, values, floors } = descent;
  const { start, items } = components.members;
  const levelFloors = new Map<number, Floor>();
  for (const component of levelComponents) {
    const end = intAt(start, component + 1);
    for (let slot = intAt(start, component); slot < end; slot++) {
      const variable = intAt(items, slot);
      const value = valueAt(values, variable);
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
