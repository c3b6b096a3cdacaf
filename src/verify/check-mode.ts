import { modeAnnotation } from "../argo/opt-in.ts";
import { textAt, valueAt } from "../manifest/manifest.ts";
import { applicationSources } from "./application-sources.ts";
import type { Check, CheckResult, Question } from "./check.ts";
import { list, sidecarsOf } from "./sidecars.ts";

/** The operator's word for the parameter `mode`. */
const operatorVariable = "GRANTWAVE_MODE";

/** Whether somebody switched the guard off and forgot it. */
export const checkMode: Check = {
  name: "mode",
  async run(question) {
    return [...ofSidecars(question), ...ofApplication(question)];
  },
};

/** What counts where an Application says nothing. */
function ofSidecars({ repoServer }: Question): readonly CheckResult[] {
  const sidecars = repoServer === undefined ? [] : [...sidecarsOf(repoServer)];
  return sidecars.flatMap(([name, container]): CheckResult[] => {
    const set = list(valueAt(container, "env")).find((entry) => textAt(entry, "name") === operatorVariable);
    const mode = textAt(set, "value") ?? "";
    if (mode === "" || mode === "enforce") return [];
    return [
      {
        status: "warning",
        message: `the sidecar ${name} has ${operatorVariable}=${mode}: ${effectOf(mode)} where an Application asks for no mode`,
        hint: "take the variable away once it is not needed any more",
      },
    ];
  });
}

function ofApplication({ application }: Question): readonly CheckResult[] {
  if (application === undefined) return [];
  const annotated = application.live.annotations[modeAnnotation];
  const modes = applicationSources(application.object).map((source) => {
    const parameters = list(valueAt(source, "plugin", "parameters"));
    const own = textAt(
      parameters.find((parameter) => textAt(parameter, "name") === "mode"),
      "string",
    );
    // The plugin `grantwave` does not see annotations.
    return own || (textAt(source, "plugin", "name") === "grantwave" ? undefined : annotated);
  });
  return [...new Set(modes)]
    .filter((mode) => mode !== undefined && mode !== "enforce")
    .map(
      (mode): CheckResult => ({
        status: "warning",
        message: `the Application asks for mode ${mode}: ${effectOf(mode)}`,
        hint: "take the mode away once it is not needed any more, and ask for a hard refresh",
        ref: application.ref,
      }),
    );
}

function effectOf(mode: string | undefined): string {
  return mode === "off" ? "nothing is ordered" : "errors do not stop it";
}
