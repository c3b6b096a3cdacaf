import type { Readiness } from "../../config/config.ts";
import { canary } from "./canary.ts";
import { http } from "./http.ts";
import { metrics } from "./metrics.ts";
import type { ReadinessMethod, ReadinessMethodName } from "./readiness-method.ts";
import { report } from "./report.ts";
import { rollout } from "./rollout.ts";
import { settle } from "./settle.ts";
import { status } from "./status.ts";

/** Every readiness method by its name in the configuration. */
export const readinessMethods: { readonly [M in ReadinessMethodName]: ReadinessMethod<M> } = {
  canary,
  http,
  metrics,
  report,
  rollout,
  settle,
  status,
};

/** The method that a configuration names. The table holds it under its own name, which the compiler cannot follow. */
export function methodOf(readiness: Readiness): ReadinessMethod {
  return readinessMethods[readiness.method] as ReadinessMethod;
}
