import type { Manifest } from "../manifest/manifest.ts";
import type { Reason } from "./constraint.ts";
import type { OrderNode } from "./order-graph.ts";

/** Why an object got its wave: what has to come later, and for which reason. */
export interface Because {
  readonly reason: Reason;
  readonly other: OrderNode;
}

/** An object whose wave is not the one its author gave it. */
export interface Move {
  readonly manifest: Manifest;
  readonly from: number;
  readonly to: number;
  readonly because: readonly Because[];
}
