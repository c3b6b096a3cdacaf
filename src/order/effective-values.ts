import { at } from "./at.ts";
import { bucket } from "./buckets.ts";
import type { Components } from "./components.ts";
import type { Network } from "./network.ts";

/**
 * Per variable, the least upper bound over all that it reaches, itself included. Constraints never lead to a lower one.
 *
 * Throws RangeError where a variable reaches nothing that is bounded: its greatest value would be Infinity.
 */
export function effectiveValues(network: Network, components: Components): Float64Array {
  const { size, upper, after, outgoing } = network;
  const { count, componentOf, members } = components;
  const effective = new Float64Array(size);
  for (let component = 0; component < count; component++) {
    const variables = bucket(members, component);
    let least = Number.POSITIVE_INFINITY;
    for (const variable of variables) {
      least = Math.min(least, at(upper, variable));
      for (const constraint of bucket(outgoing, variable)) {
        const target = at(after, constraint);
        if (at(componentOf, target) !== component) least = Math.min(least, at(effective, target));
      }
    }
    if (least === Number.POSITIVE_INFINITY) {
      throw new RangeError(
        `variable ${at(variables, 0)} has no upper bound and comes before nothing that has one: give it a bound or a constraint`,
      );
    }
    for (const variable of variables) effective[variable] = least;
  }
  return effective;
}
