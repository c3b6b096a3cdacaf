import * as z from "zod";
import type { Requester } from "../requests/requester.ts";

const BaselineRequester = z.object({
  cluster: z.string(),
  signerName: z.string(),
  namespace: z.string(),
  serviceAccountName: z.string(),
  keyType: z.string(),
  userAnnotations: z.record(z.string(), z.string()).optional(),
  status: z.enum(["granted", "denied", "external", "unknown"]),
});

/** What is needed of an earlier Plan to tell what is new: plans of later versions may say more. */
const BaselinePlan = z.object({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("Plan"),
  application: z.string(),
  requesters: z.array(BaselineRequester),
});

/** The requesters that an earlier plan had an answer for. */
export interface Baseline {
  /** The application that it is a plan of. */
  readonly application: string;
  /** True where the same was asked for before, and granted or external then. */
  readonly has: (requester: Requester, cluster: string) => boolean;
}

/** Reads the value of a Plan's JSON, or says where and why it is none. */
export function readBaseline(value: unknown): Baseline | { readonly problem: string } {
  const parsed = BaselinePlan.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String).join(".") ?? "";
    return { problem: `${path === "" ? "" : `${path}: `}${issue?.message ?? "it is something else"}` };
  }
  const { application, requesters } = parsed.data;
  const answered = requesters.filter(({ status }) => status === "granted" || status === "external");
  const known = new Set(answered.map((requester) => keyOf(requester, requester.cluster)));
  return { application, has: (requester, cluster) => known.has(keyOf(requester, cluster)) };
}

type Asked = Pick<Requester, "signerName" | "namespace" | "serviceAccountName" | "keyType"> & {
  readonly userAnnotations?: Readonly<Record<string, string>> | undefined;
};

/** What a signer looks at, and nothing that may change without a new request: neither the workload nor its place. */
function keyOf({ userAnnotations = {}, ...asked }: Asked, cluster: string): string {
  const { signerName, namespace, serviceAccountName, keyType } = asked;
  const annotations = Object.entries(userAnnotations).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([cluster, signerName, namespace, serviceAccountName, keyType, annotations]);
}
