import type { Invocation } from "./invocation.ts";
import { gatherRequest } from "./run-request.ts";

/** `grantwave plan`: what generate would do and why, for people and for other tools. */
export async function plan(invocation: Invocation): Promise<number> {
  const request = await gatherRequest(invocation);
  throw new Error(`the pipeline is not connected yet: ${request.application.name}`);
}
