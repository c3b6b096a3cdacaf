import * as z from "zod";
import type { PlannedRequester } from "./plan-input.ts";
import { plainRef, RefEntry, SourceEntry } from "./report-entries.ts";

/** One certificate source in reports, with the answer that it can expect. */
export const RequesterEntry = z.strictObject({
  cluster: z.string(),
  signerName: z.string(),
  namespace: z.string(),
  serviceAccountName: z.string(),
  keyType: z.string(),
  /** What a request also carries and a signer may look at; left out where there is nothing. */
  userAnnotations: z.record(z.string(), z.string()).optional(),
  dependent: RefEntry,
  path: z.string(),
  source: SourceEntry,
  status: z.enum(["granted", "denied", "external", "unknown"]),
  denial: z.strictObject({ reason: z.string(), detail: z.string() }).optional(),
  grant: z.strictObject({ policy: RefEntry, path: z.string(), summary: z.string() }).optional(),
  isNew: z.boolean(),
});

export type RequesterEntry = z.infer<typeof RequesterEntry>;

/** The entry of a requester whose pods run in `cluster`: its address or name in Argo CD. */
export function requesterEntry(planned: PlannedRequester, cluster: string): RequesterEntry {
  const { requester, status, denial, grant, isNew } = planned;
  const { signerName, namespace, serviceAccountName, keyType, dependent, path, source } = requester;
  const userAnnotations = Object.entries(requester.userAnnotations);
  return {
    cluster,
    signerName,
    namespace,
    serviceAccountName,
    keyType,
    ...(userAnnotations.length === 0 ? {} : { userAnnotations: Object.fromEntries(userAnnotations) }),
    dependent: plainRef(dependent.ref),
    path,
    source: { ...source },
    status,
    ...(denial === undefined ? {} : { denial: { reason: denial.reason, detail: denial.detail } }),
    ...(grant === undefined
      ? {}
      : { grant: { policy: plainRef(grant.policy.ref), path: grant.path, summary: grant.summary } }),
    isNew,
  };
}
