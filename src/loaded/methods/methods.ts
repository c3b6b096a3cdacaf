import { http } from "./http.ts";
import type { AskingMethodName, LoadedMethod } from "./loaded-method.ts";
import { metrics } from "./metrics.ts";
import { report } from "./report.ts";
import { rollout } from "./rollout.ts";
import { settle } from "./settle.ts";
import { status } from "./status.ts";

/** Every method by which a barrier tells that a policy is loaded, by its name in the configuration. */
export const loadedMethods: { readonly [M in AskingMethodName]: LoadedMethod<M> } = {
  http,
  metrics,
  report,
  rollout,
  settle,
  status,
};
