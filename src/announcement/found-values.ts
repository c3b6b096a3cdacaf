import type { ParameterName } from "../parameters.ts";
import type { CurrentValue } from "./announcement.ts";

/** What a source's own files say of some parameters. */
export interface FoundValues {
  readonly values: Readonly<Partial<Record<ParameterName, CurrentValue>>>;
  /** What could not be found out, for stderr. */
  readonly notices: readonly string[];
}
