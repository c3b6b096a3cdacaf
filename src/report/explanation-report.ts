import * as z from "zod";
import { reasons } from "../order/constraint.ts";
import { standings } from "./explain/standing.ts";
import { FindingEntry, PhaseName, RefEntry, SourceEntry } from "./report-entries.ts";
import { RequesterEntry } from "./requester-entry.ts";

/** The author's wave and the one that it gets; a barrier has no author. */
const WaveEntry = z.strictObject({ from: z.int().nullable(), to: z.int() });

const TieEntry = z.strictObject({
  reason: z.enum(reasons),
  /** How many waves must lie between the two at least. */
  gap: z.union([z.literal(0), z.literal(1)]),
  other: RefEntry,
  wave: z.int(),
});

const ChainEntry = z.strictObject({
  ref: RefEntry,
  source: SourceEntry.nullable(),
  wave: WaveEntry,
  /** What keeps it that low: the next entry. Null for the last one, which stands as high as it may. */
  heldBy: z.strictObject({ reason: z.enum(reasons), gap: z.union([z.literal(0), z.literal(1)]) }).nullable(),
});

/** Why one object has its wave, and what the sync does with it. */
export const Explanation = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("Explanation"),
  application: z.string(),
  ref: RefEntry,
  /** Null for a barrier, which stands in no file. */
  source: SourceEntry.nullable(),
  injected: z.boolean(),
  phases: z.array(PhaseName),
  wave: WaveEntry,
  standing: z.enum(standings),
  /** From the object itself to one that nothing holds; empty where no order was found. */
  chain: z.array(ChainEntry),
  /** What is required to come before it, and after it. */
  comesAfter: z.array(TieEntry),
  comesBefore: z.array(TieEntry),
  /** The barriers that the sync has to pass first; `isOwn` where the object itself needs what they wait for. */
  barriers: z.array(
    z.strictObject({
      ref: RefEntry,
      phase: PhaseName,
      wave: z.int(),
      signerName: z.string(),
      isOwn: z.boolean(),
    }),
  ),
  /** What its pods ask for; for a barrier, what it waits for. `source` and `grantSource` are as near as can be told. */
  requesters: z.array(z.strictObject({ ...RequesterEntry.shape, grantSource: SourceEntry.optional() })),
  /** When the sync applies it; `beside` counts the others of its step, `isAwaited` tells whether the next one waits. */
  sync: z.array(
    z.strictObject({
      step: z.int().positive(),
      group: z.int().positive(),
      phase: PhaseName,
      wave: z.int(),
      beside: z.int().nonnegative(),
      isAwaited: z.boolean(),
    }),
  ),
  /** Those that are about this object. */
  findings: z.array(FindingEntry),
});
export type Explanation = z.infer<typeof Explanation>;
