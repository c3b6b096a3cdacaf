/**
 * Where a parameter may be set, strongest first:
 *
 * - `flag`: on the command line;
 * - `application`: as parameter of the plugin source (`ARGOCD_APP_PARAMETERS`), by whoever writes the Application;
 * - `application-env`: in `env` of the plugin source, which Argo CD hands on as `ARGOCD_ENV_GRANTWAVE_…`;
 * - `argocd`: a variable that Argo CD sets itself, named by `argocdVariable`;
 * - `operator-env`: `GRANTWAVE_…` in the environment of the sidecar, by whoever runs Argo CD.
 *
 * A variable without Argo CD's prefix is the sidecar's own and so never taken for the Application's word
 * (argo-cd 3.6 `reposerver/repository/repository.go` `getPluginEnvs` adds `ARGOCD_ENV_` to what users set).
 */
export const origins = ["flag", "application", "application-env", "argocd", "operator-env"] as const;
export type Origin = (typeof origins)[number];

export const parameterCommands = [
  "generate",
  "plan",
  "explain",
  "discover",
  "verify",
  "migrate",
  "parameters",
  "lockout",
  "lockout match",
  "recovery",
  "graph",
  "report",
  "health",
  "unstick",
] as const;
export type ParameterCommand = (typeof parameterCommands)[number];

/** What a value is: durations become seconds, sizes bytes, lists and maps hold strings. */
export interface ParameterTypes {
  readonly string: string;
  readonly boolean: boolean;
  readonly duration: number;
  readonly size: number;
  readonly list: readonly string[];
  readonly map: Readonly<Record<string, string>>;
}
export type ParameterType = keyof ParameterTypes;

/** One row of the table. Everything else about parameters is derived from it. */
export interface Parameter {
  readonly type: ParameterType;
  /** One sentence without a trailing dot, for help, plugin.yaml and the documentation. */
  readonly description: string;
  /** The word for the value in help, such as `file`. */
  readonly placeholder?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** Refuses the flag a second time, where the last one would quietly take the place of the others. */
  readonly flagOnce?: true;
  /** As it would be written on the command line. */
  readonly default?: string;
  readonly from: readonly Origin[];
  /** The variable of the origin `argocd`. */
  readonly argocdVariable?: string;
  readonly commands: readonly ParameterCommand[];
}
