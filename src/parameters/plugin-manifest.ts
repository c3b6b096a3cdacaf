import { type Parameter, parameterOf } from "../parameters.ts";
import { describeParameter } from "./describe-parameter.ts";
import { namesFrom } from "./origins.ts";
import { formOf } from "./read-app-parameters.ts";

/**
 * plugin.yaml: the ConfigManagementPlugin with the announcement of its parameters (argo-cd 3.6
 * `cmpserver/plugin/config.go`, `reposerver/repository/repository.proto` `ParameterAnnouncement`). It has no version, so
 * that its name in Applications is `grantwave`, and no discovery: Argo CD refuses a named plugin whose discovery does
 * not match.
 */
export function pluginManifest(): string {
  return [
    "# Made from src/parameters.ts by `npm run check -- --write`: change the table, not this file.",
    "apiVersion: argoproj.io/v1alpha1",
    "kind: ConfigManagementPlugin",
    "metadata:",
    "  name: grantwave",
    "spec:",
    "  generate:",
    "    command: [grantwave, generate]",
    "  parameters:",
    "    static:",
    ...namesFrom("application").flatMap((name) => announcement(name, parameterOf(name))),
    "",
  ].join("\n");
}

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
