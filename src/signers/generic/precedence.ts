import type { GenericGrants } from "../../config/generic-grants.ts";
import type { RequesterIdentity } from "../../requests/requester.ts";
import { type Condition, coversAll } from "./condition.ts";
import type { PolicyEntry } from "./policy-entries.ts";

type Choice = (applying: readonly PolicyEntry[], requester: RequesterIdentity) => PolicyEntry | undefined;

/** Which of the entries that apply to a requester decides, by the name of the rule in the configuration. */
export const precedences: { readonly [P in GenericGrants["precedence"]]: Choice } = {
  /** One grant is enough, and one denial beats them all. */
  any: (applying, requester) =>
    applying.find((entry) => entry.denies) ??
    applying.find((entry) => coversAll(entry.checking, requester)) ??
    applying[0],

  first: ([first]) => first,

  /** The one that says most about who asks; of equals one that denies, then the first. */
  "most-specific": (applying, requester) => {
    let best: PolicyEntry | undefined;
    for (const entry of applying) {
      const more = best === undefined ? 1 : moreDemanded(entry, best, requester);
      if (more > 0 || (more === 0 && entry.denies && best?.denies === false)) best = entry;
    }
    return best;
  },
};

/** Above 0 where `entry` says more than `other`: about the namespace first, then the account, then both in one. */
function moreDemanded(entry: PolicyEntry, other: PolicyEntry, requester: RequesterIdentity): number {
  for (const [position, condition] of entry.identity.entries()) {
    const more = demand(condition, requester) - demand(other.identity[position], requester);
    if (more !== 0) return more;
  }
  return 0;
}

function demand(condition: Condition | undefined, requester: RequesterIdentity): number {
  const [text = ""] = condition?.asked.of(requester) ?? [];
  return condition?.demandOn(text) ?? -1;
}
