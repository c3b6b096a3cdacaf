import * as z from "zod";
import { RefEntry } from "./report-entries.ts";

/** What the checks of an installation come to: see {@link decide}. */
export const decisions = ["pass", "fail", "cannot-decide"] as const;

/** What was found out about an installation, as `verify -o json` prints it. */
export const Verification = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("Verification"),
  /** The cluster that Argo CD runs in: the address of its API server. */
  cluster: z.string(),
  argocdNamespace: z.string(),
  /** Null where no Application was asked about. */
  application: RefEntry.nullable(),
  results: z.array(
    z.strictObject({
      check: z.string(),
      /** `unknown`: it could not be found out; `skipped`: it does not concern this installation. */
      status: z.enum(["passed", "failed", "warning", "unknown", "skipped"]),
      message: z.string(),
      hint: z.string().nullable(),
      ref: RefEntry.nullable(),
    }),
  ),
  decision: z.enum(decisions),
});
export type Verification = z.infer<typeof Verification>;

/** Something that failed beats what could not be found out. */
export function decide(results: Verification["results"]): Verification["decision"] {
  if (results.some(({ status }) => status === "failed")) return "fail";
  return results.some(({ status }) => status === "unknown") ? "cannot-decide" : "pass";
}
