import { type AccountRule, unknownAccount } from "./account-rule.ts";

/** Objects whose volumes end up in pods of which nothing in the object says as whom they run. */
export function decidedElsewhere(because: string): AccountRule {
  return () => () => unknownAccount(because);
}
