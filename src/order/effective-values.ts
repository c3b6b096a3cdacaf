import type { Components } from "./components.ts";
import { intAt, valueAt } from "./flat-array.ts";
import type { Network } from "./network.ts";

/**
 * Per variable, the least upper bound over all that it reaches, itself included. Constraints never lead to a lower one.
 *
 * Throws RangeError where a variable reaches nothing that is bounded: its greatest value would be Infinity.
 */
export function effectiveValues(network: Network, components: Components): Float64Array {
  const { upper, after, outgoing } = network;
  const { count, componentOf, members } = components;
  const ofComponent = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const effective = new Float64Array(network.size);
  for (let component = 0; component < count; component++) {
    const first = intAt(members.start, component);
    const end = intAt(members.start, component + 1);
    let least = Number.POSITIVE_INFINITY;
    for (let slot = first; slot < end; slot++) {
      const variable = intAt(members.items, slot);
      least = Math.min(least, valueAt(upper, variable));
      const edgesEnd = intAt(outgoing.start, variable + 1);
      for (let edge = intAt(outgoing.start, variable); edge < edgesEnd; edge++) {
        // Inside the component this is still Infinity, which changes nothing.
        const target = intAt(componentOf, intAt(after, intAt(outgoing.items, edge)));
        least = Math.min(least, valueAt(ofComponent, target));
      }
    }
    if (least === Number.POSITIVE_INFINITY) throw unbounded(intAt(members.items, first));
    ofComponent[component] = least;
    for (let slot = first; slot < end; slot++) effective[intAt(members.items, slot)] = least;
  }
  return effective;
}

function unbounded(variable: number): RangeError {
  return new RangeError(
    `variable ${variable} has no upper bound and comes before nothing that has one: give it a bound or a constraint`,
  );
}
