import { type Parameter, parameterOf } from "../parameters.ts";
import { describeParameter } from "./describe-parameter.ts";
import { namesFrom } from "./origins.ts";
import { formOf } from "./read-app-parameters.ts";

/** The two plugins that the sidecars run; each has a file of its own. */
export type PluginName = "grantwave" | "grantwave-auto";

/**
 * plugin.yaml and plugin-auto.yaml: a ConfigManagementPlugin each, with the announcement of its parameters (argo-cd 3.6
 * `cmpserver/plugin/config.go`, `reposerver/repository/repository.proto` `ParameterAnnouncement`). They have no version,
 * so that their names in Applications are these. `grantwave` has no discovery: Argo CD refuses a named plugin whose
 * discovery does not match.
 */
export function pluginManifest(name: PluginName): string {
  return [
    "# Made from src/parameters.ts by `npm run check -- --write`: change the table, not this file.",
    "apiVersion: argoproj.io/v1alpha1",
    "kind: ConfigManagementPlugin",
    "metadata:",
    `  name: ${name}`,
    "spec:",
    ...commandsOf[name],
    "  parameters:",
    "    dynamic:",
    "      command: [grantwave, parameters]",
    "    static:",
    ...namesFrom("application").flatMap((parameter) => announcement(parameter, parameterOf(parameter))),
    "",
  ].join("\n");
}

const commandsOf: Readonly<Record<PluginName, readonly string[]>> = {
  grantwave: ["  generate:", "    command: [grantwave, generate]"],
  "grantwave-auto": [
    "  discover:",
    "    find:",
    "      command: [grantwave, discover]",
    "  generate:",
    "    command: [grantwave, generate, --look-up]",
  ],
};

/** Defaults stand in the tooltip only: Argo CD would show them in its forms but send none. */
function announcement(name: string, parameter: Parameter): readonly string[] {
  const form = formOf(parameter);
  return [
    `      - name: ${name}`,
    `        title: ${JSON.stringify(name)}`,
    `        tooltip: ${JSON.stringify(describeParameter(parameter))}`,
    ...(parameter.type === "boolean" ? ["        itemType: boolean"] : []),
    ...(form === "string" ? [] : [`        collectionType: ${form}`]),
  ];
}
