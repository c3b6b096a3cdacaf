import * as z from "zod";
import { methodOf } from "../barrier/readiness/methods.ts";
import { evidenceGrades } from "../barrier/readiness/readiness-method.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { reasons } from "../order/constraint.ts";
import type { OtherEnd, PlanInput, PlannedMove, PlannedObject } from "./plan-input.ts";
import { FindingEntry, PhaseName, plainRef, RefEntry, SourceEntry } from "./report-entries.ts";
import { RequesterEntry, requesterEntry } from "./requester-entry.ts";
import { wavePatch } from "./wave-patch.ts";

const PatchOperation = z.strictObject({
  op: z.enum(["add", "replace"]),
  path: z.string().regex(/^\//),
  value: z.union([z.string(), z.record(z.string(), z.string())]),
});

const ObjectEntry = z.strictObject({
  ref: RefEntry,
  source: SourceEntry,
  phases: z.array(PhaseName),
  wave: z.strictObject({ from: z.int(), to: z.int() }),
  /** Empty where the object was not moved, as is `patch`. */
  because: z.array(z.strictObject({ reason: z.enum(reasons), other: RefEntry })),
  /** RFC 6902, over the object as it was rendered. */
  patch: z.array(PatchOperation),
});

const BarrierEntry = z.strictObject({
  name: z.string(),
  phase: PhaseName,
  wave: z.int(),
  signerName: z.string(),
  method: z.string(),
  /** How good the proof is by which it opens; docs/barrier.md says what each word means. */
  evidence: z.enum(evidenceGrades),
  /** Positions in `requesters`. */
  waitsFor: z.array(z.int().nonnegative()),
  timeoutSeconds: z.int(),
});

/** The Plan as other programs read it: names and shapes stay (design of reports, `grantwave.dev/v1alpha1`). */
export const Plan = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("Plan"),
  application: z.string(),
  /** How far generate goes, where that is not `enforce`: with `off` nothing moves and nothing waits. */
  mode: z.enum(["warn", "off"]).optional(),
  renderer: z.strictObject({ tool: z.string(), version: z.string() }),
  objects: z.array(ObjectEntry),
  /** Every splice: `offset` in bytes of the renderer's output. Undoing them gives it back. */
  edits: z.array(
    z.strictObject({ offset: z.int().nonnegative(), removed: z.string(), inserted: z.string() }),
  ),
  requesters: z.array(RequesterEntry),
  barriers: z.array(BarrierEntry),
  /** In the order in which Argo CD applies: `step` counts calls of its sync loop, a `group` is applied at once. */
  timeline: z.array(
    z.strictObject({
      step: z.int().positive(),
      group: z.int().positive(),
      phase: PhaseName,
      wave: z.int(),
      ref: RefEntry,
      injected: z.boolean(),
    }),
  ),
  outcome: z.enum(["Succeeded", "Running", "Failed"]),
  /** What the operation says where it does not succeed, in Argo CD's words. */
  message: z.string().optional(),
  /** Whose health the timeline assumes, where that was asked for; all others are healthy once they are applied. */
  assumed: z.strictObject({ neverHealthy: z.array(RefEntry), degraded: z.array(RefEntry) }).optional(),
  /** What the sync leaves as it is where it does not succeed. */
  undone: z.array(z.strictObject({ ref: RefEntry, phase: PhaseName })).optional(),
  /** After which step Argo CD waits, and for whom. */
  waits: z.array(z.strictObject({ step: z.int().positive(), for: z.array(RefEntry) })),
  findings: z.array(FindingEntry),
});
export type Plan = z.infer<typeof Plan>;

/** The report of one run. */
export function buildPlan(input: PlanInput): Plan {
  const barrierOf = new Map(input.barriers.map((barrier) => [barrier.group, barrier.ref]));
  const moveOf = new Map(input.moves.map((move) => [move.manifest, move]));
  const positions = new Map(input.requesters.map(({ requester }, position) => [requester, position]));
  const injected = new Set(input.barriers.map(({ ref }) => refKey(ref)));
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "Plan",
    application: input.application.name,
    ...(input.mode === undefined || input.mode === "enforce" ? {} : { mode: input.mode }),
    renderer: { tool: input.renderer.tool, version: input.renderer.version },
    objects: input.objects.map((object) => objectEntry(object, moveOf.get(object.manifest), barrierOf)),
    edits: input.edits.map(({ offset, removed, inserted }) => ({ offset, removed, inserted })),
    requesters: input.requesters.map((planned) => requesterEntry(planned, input.application.cluster)),
    barriers: input.barriers.map(({ group, ref, wave, timeoutSeconds }) => ({
      name: ref.name,
      phase: group.phase,
      wave,
      signerName: group.signerName,
      method: group.signer.readiness.method,
      evidence: methodOf(group.signer.readiness).grade,
      waitsFor: group.requesters
        .map((requester) => positions.get(requester))
        .filter((position) => position !== undefined),
      timeoutSeconds,
    })),
    timeline: input.sync.steps
      .filter(({ op }) => op === "apply")
      .map(({ step, group, phase, wave, ref }) => ({
        step,
        group,
        phase,
        wave,
        ref: plainRef(ref),
        injected: injected.has(refKey(ref)),
      })),
    outcome: input.sync.outcome,
    ...stopOf(input),
    waits: input.waits.map((wait) => ({ step: wait.step, for: wait.for.map(plainRef) })),
    findings: input.findings.map((finding) => ({ ...finding, refs: finding.refs.map(plainRef) })),
  };
}

/** What there is to say of a sync that does not succeed, or that was asked about. */
function stopOf({ assumed, sync, undone = [] }: PlanInput): Pick<Plan, "message" | "assumed" | "undone"> {
  const assumptions = assumed && {
    neverHealthy: assumed.neverHealthy.map(plainRef),
    degraded: assumed.degraded.map(plainRef),
  };
  return {
    ...(sync.outcome === "Succeeded" ? {} : { message: sync.message }),
    ...(assumptions === undefined ? {} : { assumed: assumptions }),
    ...(sync.outcome === "Succeeded"
      ? {}
      : { undone: undone.map(({ ref, phase }) => ({ ref: plainRef(ref), phase })) }),
  };
}

function objectEntry(
  { manifest, wave, hook }: PlannedObject,
  move: PlannedMove | undefined,
  barrierOf: ReadonlyMap<unknown, ObjectRef>,
): Plan["objects"][number] {
  return {
    ref: plainRef(manifest.ref),
    source: { ...manifest.source },
    phases: [...hook.phases],
    wave: { from: wave, to: move?.to ?? wave },
    because: (move?.because ?? []).map(({ reason, other }) => ({
      reason,
      other: plainRef(refOfOther(other, barrierOf)),
    })),
    patch: move === undefined ? [] : wavePatch(manifest, move.to),
  };
}

/** A barrier that was left out (a finding says why) is told by the policy that it would have asked about. */
function refOfOther(other: OtherEnd, barrierOf: ReadonlyMap<unknown, ObjectRef>): ObjectRef {
  if (other.kind === "object") return other.object.manifest.ref;
  return barrierOf.get(other.group) ?? other.group.policy;
}
