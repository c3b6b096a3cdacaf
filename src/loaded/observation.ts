import type { JsonObject } from "../manifest/manifest.ts";

/** What one look at the cluster found: objects as the API server gave them, and what pods answered. */
export interface Observation {
  /**
   * The API server's clock, in milliseconds since 1970: never ahead of what it was when the objects were read, so that
   * nothing has passed earlier than it seems.
   */
  readonly nowMs: number;
  /** The objects that carry the signer's policy; none where there is no such object. Read first. */
  readonly policies: readonly JsonObject[];
  /** Undefined where the configured workload is not there, or none is configured. */
  readonly workload: JsonObject | undefined;
  /** All that the workload's selector selects, whatever their state. Read after the policies. */
  readonly pods: readonly JsonObject[];
  /** Of the pods' nodes, by name; undefined where a node has none. Read where the method looks at them. */
  readonly leases: ReadonlyMap<string, JsonObject | undefined>;
  /** What pods said, by uid. Asked last. */
  readonly answers: ReadonlyMap<string, PodAnswer>;
}

/** What came of asking a pod by its own address. */
export type PodAnswer =
  | { readonly answered: true; readonly status: number; readonly body: string }
  /** `because`: `it took too long`, `ECONNREFUSED`. */
  | { readonly answered: false; readonly because: string };
