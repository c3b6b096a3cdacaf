import type { Component, Need } from "../component.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Workload } from "../workload.ts";

/** One reason for which pods cannot do without something else. */
export type NeedSource = (surroundings: Surroundings) => (workload: Workload) => FoundNeeds;

/** What the pods of one workload need, and by whom it is given. */
export interface FoundNeeds {
  readonly needs: readonly Need[];
  /** Workloads that are part of the model because of that. */
  readonly workloads: readonly Workload[];
  /** Parts that are none: a certificate that has to be issued anew. */
  readonly components: readonly Component[];
}

export const nothingNeeded: FoundNeeds = { needs: [], workloads: [], components: [] };
