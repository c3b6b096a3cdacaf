import type { JsonObject } from "../manifest/manifest.ts";

/** What differs between the Jobs of readiness methods; everything else is the same for all of them. */
export interface JobBody {
  /** Fields of the Job's spec about how many pods there are and how often they are tried. */
  readonly attempts: {
    readonly backoffLimit: number;
    readonly completions?: number;
    readonly parallelism?: number;
  };
  /** Rules of the podFailurePolicy, before the one about drained pods that all barriers have. */
  readonly failureRules: readonly JsonObject[];
  readonly pod: JsonObject;
}
