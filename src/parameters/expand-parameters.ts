import { UsageError } from "../errors.ts";
import type { ParameterName, ParameterValues } from "../parameters.ts";
import { expandVariables } from "./expand-variables.ts";
import type { Environment } from "./read-environment.ts";

/** What Argo CD calls the build environment (argo-cd 3.6 `reposerver/repository/repository.go` newEnv). */
const buildEnvironment: ReadonlySet<string> = new Set([
  "ARGOCD_APP_NAME",
  "ARGOCD_APP_NAMESPACE",
  "ARGOCD_APP_PROJECT_NAME",
  "ARGOCD_APP_REVISION",
  "ARGOCD_APP_REVISION_SHORT",
  "ARGOCD_APP_REVISION_SHORT_8",
  "ARGOCD_APP_SOURCE_REPO_URL",
  "ARGOCD_APP_SOURCE_PATH",
  "ARGOCD_APP_SOURCE_TARGET_REVISION",
]);

/**
 * Those in which Argo CD replaces variables of its own blocks (argo-cd 3.6 `reposerver/repository/repository.go`
 * helmTemplate, `util/kustomize/kustomize.go` Build): values, never the names of what they set.
 */
export const expandedParameters = [
  "set",
  "set-string",
  "set-file",
  "values-files",
  "images",
  "common-labels",
] as const satisfies readonly ParameterName[];

/**
 * The same values with the variables of Argo CD's build environment in them, where `expand-variables` and
 * `common-annotations-envsubst` ask for it. Other variables are empty, as for Argo CD: nothing else of the environment
 * can be had this way.
 *
 * @throws UsageError for a variable of the build environment that has no value here: on a laptop, nobody says it.
 */
export function expandParameters(values: ParameterValues, env: Environment): ParameterValues {
  const names: readonly ParameterName[] = [
    ...(values["expand-variables"] ? expandedParameters : []),
    ...(values["common-annotations-envsubst"] ? (["common-annotations"] as const) : []),
  ];
  if (names.length === 0) return values;
  const expanded = names.map((name) => {
    const lookUp = valueIn(env, name);
    const expand = (text: string): string =>
      isOfOtherSource(name, text) ? text : expandVariables(text, lookUp);
    return [name, expandValue(values[name], expand)] as const;
  });
  return { ...values, ...Object.fromEntries(expanded) };
}

function valueIn(env: Environment, name: ParameterName): (variable: string) => string {
  return (variable) => {
    if (!buildEnvironment.has(variable)) return "";
    const value = env[variable];
    if (value !== undefined) return value;
    throw new UsageError(`${name} names ${variable}, which Argo CD sets and nobody has set here`, {
      hint: `set the variable, as in ${variable}=… grantwave …`,
    });
  };
}

/** `$values/…` names a file of another source, which is refused where it is looked for. */
function isOfOtherSource(name: ParameterName, text: string): boolean {
  const first = /^\$\{?(\w+)\}?\//.exec(text)?.[1];
  const isFile = name === "values-files" || name === "set-file";
  return isFile && first !== undefined && !buildEnvironment.has(first);
}

function expandValue(value: unknown, expand: (text: string) => string): unknown {
  if (typeof value === "string") return expand(value);
  if (Array.isArray(value)) return value.map((item) => expandValue(item, expand));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, expandValue(item, expand)] as const);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
