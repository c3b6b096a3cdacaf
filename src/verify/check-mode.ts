import { modeAnnotation } from "../argo/opt-in.ts";
import { textAt, valueAt } from "../manifest/manifest.ts";
import { applicationSources } from "./application-sources.ts";
import type { Check, CheckResult } from "./check.ts";
import { list } from "./sidecars.ts";

/** Whether somebody switched the guard off and forgot it. */
export const checkMode: Check = {
  name: "mode",
  async run({ application }) {
    if (application === undefined) return [];
    const annotated = application.live.annotations[modeAnnotation];
    const modes = applicationSources(application.object).map((source) => {
      const parameters = list(valueAt(source, "plugin", "parameters"));
      const own = textAt(
        parameters.find((parameter) => textAt(parameter, "name") === "mode"),
        "string",
      );
      // The plugin `grantwave` does not see annotations.
      return own || (textAt(source, "plugin", "name") === "grantwave" ? undefined : annotated) || "enforce";
    });
    return [...new Set(modes)]
      .filter((mode) => mode !== "enforce")
      .map(
        (mode): CheckResult => ({
          status: "warning",
          message: `the Application asks for mode ${mode}: ${mode === "off" ? "nothing is ordered" : "errors do not stop it"}`,
          hint: "take the mode away once it is not needed any more, and ask for a hard refresh",
          ref: application.ref,
        }),
      );
  },
};
