import type { Invocation } from "./invocation.ts";
import { gatherRequest } from "./run-request.ts";

/** `grantwave generate`: the ordered manifests with barriers on stdout, or nothing and an error. */
export async function generate(invocation: Invocation): Promise<number> {
  const request = await gatherRequest(invocation);
  throw new Error(`the pipeline is not connected yet: ${request.application.name}`);
}
