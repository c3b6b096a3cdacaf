import { type Origin, type ParameterName, parameterNames, parameterOf } from "../parameters.ts";
import { describeParameter } from "./describe-parameter.ts";
import { spelling } from "./origins.ts";
import { formOf } from "./read-app-parameters.ts";

const columns: readonly { readonly title: string; readonly cell: (name: ParameterName) => string }[] = [
  { title: "Flag", cell: flag },
  { title: "Plugin parameter", cell: pluginParameter },
  { title: "Variables", cell: variables },
  { title: "Commands", cell: (name) => parameterOf(name).commands.join(", ") },
  { title: "Meaning", cell: (name) => describeParameter(parameterOf(name)) },
];

/** The table of all parameters as Markdown, for the documentation. */
export function parameterTable(): string {
  const rows = [
    columns.map(({ title }) => title),
    columns.map(() => "---"),
    ...parameterNames.map((name) => columns.map(({ cell }) => cell(name).replaceAll("|", "\\|"))),
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function flag(name: ParameterName): string {
  const { short } = parameterOf(name);
  return short === undefined ? `\`--${name}\`` : `\`-${short}\`, \`--${name}\``;
}

function pluginParameter(name: ParameterName): string {
  const parameter = parameterOf(name);
  return parameter.from.includes("application") ? `\`${name}\` (${formOf(parameter)})` : "";
}

const variableOrigins: readonly Origin[] = ["application-env", "argocd", "operator-env"];

function variables(name: ParameterName): string {
  return variableOrigins
    .filter((origin) => parameterOf(name).from.includes(origin))
    .map((origin) => `\`${spelling(name, origin)}\``)
    .join(", ");
}
