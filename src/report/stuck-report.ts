import * as z from "zod";
import { RefEntry } from "./report-entries.ts";

/** Whether the grant of a stuck pod is in force now, in the order of how bad it is. */
export const grantStates = ["missing", "not-loaded", "unknown", "loaded"] as const;

export const evictionStates = ["possible", "evicted", "gone", "refused", "kept"] as const;

const Eviction = z.strictObject({
  /** `possible`: the API server would do it; `kept`: it was not asked for, `message` says why. */
  state: z.enum(evictionStates),
  message: z.string().nullable(),
});

export const StuckPodEntry = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  node: z.string(),
  /** Who makes its successor; null where nobody does. */
  owner: RefEntry.nullable(),
  type: z.enum(["Denied", "Failed"]),
  /** The signer's own word, such as NoGrant; null where nothing that is left tells it. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  /** RFC 3339. */
  since: z.string(),
  evidence: z.enum(["request", "event"]),
  certificates: z.array(
    z.strictObject({ signerName: z.string(), serviceAccountName: z.string(), keyType: z.string() }),
  ),
  grant: z.strictObject({ state: z.enum(grantStates), message: z.string() }),
  /** Null where nobody asked for evictions. */
  eviction: Eviction.nullable(),
});
export type StuckPodEntry = z.infer<typeof StuckPodEntry>;

/** What `unstick -o json` prints. */
export const StuckPods = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("StuckPods"),
  /** The address of the API server. */
  cluster: z.string(),
  /** Null for all namespaces. */
  namespace: z.string().nullable(),
  pods: z.array(StuckPodEntry),
  /** What could not be looked at. */
  unread: z.array(z.string()),
  decision: z.enum(["none", "freed", "stuck", "cannot-decide"]),
});
export type StuckPods = z.infer<typeof StuckPods>;

/** Pods that stay stuck beat what could not be looked at. */
export function decideStuck({ pods, unread }: Pick<StuckPods, "pods" | "unread">): StuckPods["decision"] {
  if (pods.some(({ eviction }) => eviction?.state !== "evicted" && eviction?.state !== "gone"))
    return "stuck";
  if (unread.length > 0) return "cannot-decide";
  return pods.length > 0 ? "freed" : "none";
}
