import type { ObjectRef } from "../manifest/object-ref.ts";
import type { SyncStep } from "./step-log.ts";
import type { SyncOrderOptions } from "./sync-order.ts";

export interface SimulateOptions extends SyncOrderOptions {
  /** Objects that stay Progressing for ever; all others are healthy as soon as they are applied. */
  readonly neverHealthy?: (ref: ObjectRef) => boolean;
  /** Objects that become Degraded. */
  readonly degraded?: (ref: ObjectRef) => boolean;
}

/** Where an operation ends, or where it stays. */
export interface SyncEnd {
  /** `Running`: the operation waits, and nothing that it does itself will ever end that. */
  readonly outcome: "Succeeded" | "Running" | "Failed";
  /** What the operation says at its end, or while it waits: Argo CD's own words, since people search for them. */
  readonly message: string;
}

export interface SimulatedSync extends SyncEnd {
  readonly steps: readonly SyncStep[];
}
