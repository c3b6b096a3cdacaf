import type { Phase } from "../argo/phase.ts";
import type { SimulatedSync } from "../argo/simulated-sync.ts";
import type { Wait } from "../argo/waits.ts";
import type { Barrier, BarrierGroup } from "../barrier/barrier.ts";
import type { ReportedFinding } from "../findings/report-finding.ts";
import type { ByteEdit } from "../manifest/byte-edits.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Reason } from "../order/constraint.ts";
import type { Renderer } from "../render/rendered.ts";
import type { Requester } from "../requests/requester.ts";
import type { Grant } from "../signers/signer.ts";
import type { Assumptions, Undone } from "../timeline.ts";

/** Everything that a plan tells, as the pipeline leaves it. Reports compute no order and judge nothing of their own. */
export interface PlanInput {
  readonly application: {
    readonly name: string;
    /** The destination namespace. */
    readonly namespace: string;
    /** The destination cluster: its address or name in Argo CD. */
    readonly cluster: string;
  };
  /** How far generate goes: `off` hands the render on as it is, so that nothing moves and there are no barriers. */
  readonly mode?: "enforce" | "warn" | "off";
  /** In mode off: what barriers would have guarded. */
  readonly unguarded?: readonly BarrierGroup[];
  /** grantwave's own version. */
  readonly version: string;
  readonly renderer: Renderer;
  /** The objects that Argo CD applies in this sync, barriers excepted, in the order of the render. */
  readonly objects: readonly PlannedObject[];
  readonly moves: readonly PlannedMove[];
  readonly edits: readonly ByteEdit[];
  readonly requesters: readonly PlannedRequester[];
  readonly barriers: readonly Barrier[];
  readonly sync: SimulatedSync;
  readonly waits: readonly Wait[];
  /** What was assumed about the health of objects, for a sync that is only asked about. */
  readonly assumed?: Assumptions | undefined;
  /** What a sync that stops before its end leaves as it is; empty or left out where it comes to its end. */
  readonly undone?: readonly Undone[] | undefined;
  /** Severities settled, sorted. */
  readonly findings: readonly ReportedFinding[];
  /** What newness was judged by, in a few words; undefined where there was nothing, and everything counts as new. */
  readonly baseline?: string | undefined;
  /** Sentences about this run that the reader should know, such as what had to be assumed. */
  readonly notes?: readonly string[];
}

/** An object and when it is applied, before anything was moved. */
export interface PlannedObject {
  readonly manifest: Manifest;
  readonly wave: number;
  readonly hook: { readonly phases: readonly Phase[] };
}

/** A new wave, and why. */
export interface PlannedMove {
  readonly manifest: Manifest;
  readonly from: number;
  readonly to: number;
  readonly because: readonly { readonly reason: Reason; readonly other: OtherEnd }[];
}

/** The other end of a reason: an object, or a barrier that is known by its group. */
export type OtherEnd =
  | { readonly kind: "object"; readonly object: { readonly manifest: Manifest } }
  | { readonly kind: "barrier"; readonly group: BarrierGroup };

export interface PlannedRequester {
  readonly requester: Requester;
  readonly status: "granted" | "denied" | "external" | "unknown";
  readonly denial?: { readonly reason: string; readonly detail: string } | undefined;
  readonly grant?: Grant | undefined;
  /** False where the baseline had this grant already; true where there is no baseline. */
  readonly isNew: boolean;
}
