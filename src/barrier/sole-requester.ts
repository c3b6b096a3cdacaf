import type { Readiness } from "../config/config.ts";
import type { Requester } from "../requests/requester.ts";
import type { BarrierGroup } from "./barrier.ts";
import { methodOf } from "./readiness/methods.ts";

/** True where a barrier runs as its requester, so that it can stand for one alone. */
export function runsAsRequester(readiness: Readiness): boolean {
  return methodOf(readiness).requesterBody !== undefined;
}

/** As whom the barrier runs; undefined where it runs with an account of its own. All requesters of its group ask alike. */
export function soleRequester({ signer, requesters }: BarrierGroup): Requester | undefined {
  return runsAsRequester(signer.readiness) ? requesters[0] : undefined;
}
