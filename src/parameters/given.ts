import type { ParameterName } from "../parameters.ts";

/** What one origin says: values already of their parameter's type, and what is wrong, one sentence each. */
export interface Given {
  readonly values: ReadonlyMap<ParameterName, unknown>;
  readonly problems: readonly string[];
}
