import type { LiveApplication } from "../argo/live-application.ts";
import { lookUpApplication } from "../cluster/look-up-application.ts";
import type { ParameterValues } from "../parameters.ts";
import type { CommandContext } from "./context.ts";
import type { DebugLog } from "./debug-log.ts";

export type LookUpValues = Pick<ParameterValues, "argocd-namespace" | "service-account" | "look-up-timeout">;

/**
 * Reads the Application that Argo CD is about to render; undefined where there is none of that name.
 *
 * @throws OutsideError where the API server cannot be asked, or does not say.
 */
export async function lookUp(
  appName: string,
  values: LookUpValues,
  { env, signal }: Pick<CommandContext, "env" | "signal">,
  parts: "metadata" | "all",
  debug: DebugLog,
): Promise<LiveApplication | undefined> {
  const application = await lookUpApplication({
    appName,
    argocdNamespace: values["argocd-namespace"],
    folder: values["service-account"],
    timeoutSeconds: values["look-up-timeout"],
    env,
    signal,
    parts,
  });
  await debug(application === undefined ? "the Application does not exist" : "the Application was read");
  return application;
}
