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

/** What renders an application. */
const everywhere: readonly ParameterCommand[] = ["generate", "plan", "explain", "lockout", "recovery"];
/** What puts it in order. */
const ordering: readonly ParameterCommand[] = ["generate", "plan", "explain"];
/** Whatever renders, if only to look at what comes out. */
const rendering: readonly ParameterCommand[] = [...everywhere, "migrate", "parameters"];
const application: readonly Origin[] = ["flag", "application", "application-env"];
const operator: readonly Origin[] = ["flag", "operator-env"];

/** The one table of parameters, in the order of help and documentation. */
export const parameters = {
  config: {
    type: "string",
    placeholder: "file",
    description:
      "configuration file; else /etc/grantwave/grantwave.yaml, else grantwave.yaml at the root of the repository",
    from: operator,
    commands: [...everywhere, "verify", "health", "unstick"],
  },
  application: {
    type: "string",
    placeholder: "file",
    description: "Argo CD Application to take name, namespace, parameters and annotations from",
    from: ["flag"],
    commands: everywhere,
  },
  name: {
    type: "string",
    placeholder: "name",
    description: "name of the application",
    from: ["flag", "argocd"],
    argocdVariable: "ARGOCD_APP_NAME",
    commands: everywhere,
  },
  namespace: {
    type: "string",
    placeholder: "namespace",
    description: "destination namespace, for objects that state none",
    from: ["flag", "argocd"],
    argocdVariable: "ARGOCD_APP_NAMESPACE",
    commands: everywhere,
  },
  source: {
    type: "string",
    placeholder: "name",
    description: "tells apart two sources of one Application that have the same repository and path",
    from: application,
    commands: everywhere,
  },
  "source-path": {
    type: "string",
    placeholder: "path",
    description:
      "path of the source in its repository, a part of the names of barriers; else that of the folder, which standard input does not have",
    from: ["flag", "argocd"],
    argocdVariable: "ARGOCD_APP_SOURCE_PATH",
    commands: everywhere,
  },
  renderer: {
    type: "string",
    choices: ["auto", "helm", "kustomize", "directory"],
    default: "auto",
    description:
      "what renders the folder; auto looks for a kustomization, then for Chart.yaml, as Argo CD does",
    from: application,
    commands: everywhere,
  },
  root: {
    type: "string",
    placeholder: "dir",
    description: "folder that no file may be read outside of; else the root of the repository",
    from: operator,
    commands: rendering,
  },
  "release-name": {
    type: "string",
    placeholder: "name",
    description: "helm: release name; else the name of the application",
    from: application,
    commands: everywhere,
  },
  "values-files": {
    type: "list",
    placeholder: "file",
    description: "helm: values files, relative to the chart, the last one wins",
    from: application,
    commands: everywhere,
  },
  "ignore-missing-values-files": {
    type: "boolean",
    default: "false",
    description: "helm: pass over values files that are not there",
    from: application,
    commands: everywhere,
  },
  values: {
    type: "string",
    placeholder: "yaml",
    flagOnce: true,
    description: "helm: values as YAML text, not a file, over the values files",
    from: application,
    commands: everywhere,
  },
  set: {
    type: "map",
    description: "helm: single values, over all files",
    from: application,
    commands: everywhere,
  },
  "set-string": {
    type: "map",
    description: "helm: single values that stay strings",
    from: application,
    commands: everywhere,
  },
  "set-file": {
    type: "map",
    description: "helm: single values read from files",
    from: application,
    commands: everywhere,
  },
  "helm-namespace": {
    type: "string",
    placeholder: "namespace",
    description: "helm: namespace that the chart sees; else the destination namespace",
    from: application,
    commands: everywhere,
  },
  "skip-crds": {
    type: "boolean",
    default: "false",
    description: "helm: leave out the chart's crds folder",
    from: application,
    commands: everywhere,
  },
  "skip-tests": {
    type: "boolean",
    default: "false",
    description: "helm: leave out the chart's tests",
    from: application,
    commands: everywhere,
  },
  "skip-schema-validation": {
    type: "boolean",
    default: "false",
    description: "helm: do not check the values against the chart's schema",
    from: application,
    commands: everywhere,
  },
  "kube-version": {
    type: "string",
    placeholder: "version",
    description: "Kubernetes version that charts see",
    from: [...application, "argocd"],
    argocdVariable: "KUBE_VERSION",
    commands: everywhere,
  },
  "api-versions": {
    type: "list",
    placeholder: "group/version",
    description: "API versions that charts see, such as apps/v1 or apps/v1/Deployment",
    from: [...application, "argocd"],
    argocdVariable: "KUBE_API_VERSIONS",
    commands: everywhere,
  },
  "name-prefix": {
    type: "string",
    placeholder: "text",
    description: "kustomize: put before every name",
    from: application,
    commands: everywhere,
  },
  "name-suffix": {
    type: "string",
    placeholder: "text",
    description: "kustomize: put behind every name",
    from: application,
    commands: everywhere,
  },
  "kustomize-namespace": {
    type: "string",
    placeholder: "namespace",
    description: "kustomize: namespace of everything that is built",
    from: application,
    commands: everywhere,
  },
  images: {
    type: "list",
    placeholder: "image",
    description: "kustomize: images to exchange, such as web=registry.example/web:2.1 or web:2.1",
    from: application,
    commands: everywhere,
  },
  replicas: {
    type: "map",
    description: "kustomize: counts by the name of their workload",
    from: application,
    commands: everywhere,
  },
  "common-labels": {
    type: "map",
    description: "kustomize: labels for everything, selectors included",
    from: application,
    commands: everywhere,
  },
  "force-common-labels": {
    type: "boolean",
    default: "false",
    description: "kustomize: let common-labels win over those of the kustomization",
    from: application,
    commands: everywhere,
  },
  "label-without-selector": {
    type: "boolean",
    default: "false",
    description: "kustomize: keep common-labels out of selectors",
    from: application,
    commands: everywhere,
  },
  "label-include-templates": {
    type: "boolean",
    default: "false",
    description: "kustomize: put common-labels into pod templates too, where they are kept out of selectors",
    from: application,
    commands: everywhere,
  },
  "common-annotations": {
    type: "map",
    description: "kustomize: annotations for everything",
    from: application,
    commands: everywhere,
  },
  "force-common-annotations": {
    type: "boolean",
    default: "false",
    description: "kustomize: let common-annotations win over those of the kustomization",
    from: application,
    commands: everywhere,
  },
  "common-annotations-envsubst": {
    type: "boolean",
    default: "false",
    description: "kustomize: replace $ARGOCD_APP_… in common-annotations",
    from: application,
    commands: everywhere,
  },
  patches: {
    type: "string",
    placeholder: "yaml",
    flagOnce: true,
    description: "kustomize: patches as YAML text, a list as in a kustomization",
    from: application,
    commands: everywhere,
  },
  components: {
    type: "list",
    placeholder: "dir",
    description: "kustomize: components to add, folders relative to the application",
    from: application,
    commands: everywhere,
  },
  "ignore-missing-components": {
    type: "boolean",
    default: "false",
    description: "kustomize: add only the first of the components that is there, as Argo CD does",
    from: application,
    commands: everywhere,
  },
  recurse: {
    type: "boolean",
    default: "false",
    description: "directory: read sub-folders too",
    from: application,
    commands: everywhere,
  },
  include: {
    type: "string",
    placeholder: "glob",
    description: "directory: read only files that match, such as {*.yaml,*.json}",
    from: application,
    commands: everywhere,
  },
  exclude: {
    type: "string",
    placeholder: "glob",
    description: "directory: leave out files that match",
    from: application,
    commands: everywhere,
  },
  "any-extension": {
    type: "boolean",
    default: "false",
    description: "directory: read files whatever their names end in",
    from: application,
    commands: everywhere,
  },
  "expand-variables": {
    type: "boolean",
    default: "false",
    description:
      "replace $ARGOCD_APP_… in set, set-string, set-file, values-files, images and common-labels, as Argo CD does in its own blocks",
    from: application,
    commands: everywhere,
  },
  offline: {
    type: "boolean",
    default: "false",
    description: "forbid renderers to fetch remote bases, values and chart dependencies",
    from: operator,
    commands: rendering,
  },
  mode: {
    type: "string",
    choices: ["enforce", "warn", "off"],
    default: "enforce",
    description: "enforce fails on error findings, warn orders and reports, off prints the render as it is",
    from: ["flag", "application", "operator-env"],
    commands: ordering,
  },
  "allow-mode": {
    type: "string",
    choices: ["enforce", "warn", "off"],
    default: "off",
    description: "weakest mode that an Application may choose; with enforce none can switch the guard off",
    from: operator,
    commands: ordering,
  },
  "allow-empty": {
    type: "boolean",
    default: "false",
    description: "accept that nothing is rendered (Argo CD would prune the whole application)",
    from: [...application, "operator-env"],
    commands: everywhere,
  },
  strict: {
    type: "boolean",
    default: "false",
    description: "treat warnings about the input, such as duplicate keys, as errors",
    from: [...application, "operator-env"],
    commands: everywhere,
  },
  "fail-on": {
    type: "string",
    choices: ["error", "warning", "info"],
    default: "error",
    description: "least severity of a finding that makes the exit code 1",
    from: operator,
    commands: ["plan", "lockout"],
  },
  output: {
    type: "list",
    short: "o",
    placeholder: "report",
    description:
      "text, json or (plan only) mermaid, or with a file to write it to json=plan.json; may be given several times",
    from: ["flag"],
    commands: ["plan", "explain", "verify", "lockout", "lockout match", "recovery", "unstick"],
  },
  baseline: {
    type: "string",
    placeholder: "file",
    description: "earlier plan as JSON: what had its grant there is not new",
    from: ["flag"],
    commands: ["plan"],
  },
  "never-healthy": {
    type: "list",
    placeholder: "object",
    description:
      "show the sync in which KIND[.GROUP]/[NAMESPACE/]NAME never becomes healthy; may be given several times",
    from: ["flag"],
    commands: ["plan"],
  },
  degraded: {
    type: "list",
    placeholder: "object",
    description:
      "show the sync in which KIND[.GROUP]/[NAMESPACE/]NAME becomes Degraded; may be given several times",
    from: ["flag"],
    commands: ["plan"],
  },
  "look-up": {
    type: "boolean",
    default: "false",
    description: "read the Application from the API server, as grantwave-auto does: its mode and its sources",
    from: ["flag"],
    commands: ["generate"],
  },
  "by-content": {
    type: "boolean",
    default: "false",
    description: "match every folder with something to render, instead of asking the API server who opted in",
    from: ["flag"],
    commands: ["discover"],
  },
  kubeconfig: {
    type: "string",
    placeholder: "file",
    description:
      "kubeconfig of the cluster, for verify Argo CD's; else KUBECONFIG, ~/.kube/config, or the pod's own account",
    from: ["flag"],
    commands: ["verify", "unstick"],
  },
  context: {
    type: "string",
    placeholder: "name",
    description: "context of that kubeconfig; else its current one",
    from: ["flag"],
    commands: ["verify", "unstick"],
  },
  "destination-kubeconfig": {
    type: "string",
    placeholder: "file",
    description: "kubeconfig of the cluster that the Application is synced to, where that is another one",
    from: ["flag"],
    commands: ["verify"],
  },
  "argocd-namespace": {
    type: "string",
    placeholder: "namespace",
    description: "Argo CD's own namespace; else that of the pod, for verify and health argocd",
    from: operator,
    commands: ["generate", "discover", "verify", "health"],
  },
  "service-account": {
    type: "string",
    placeholder: "dir",
    default: "/var/run/secrets/kubernetes.io/serviceaccount",
    description: "folder with token, ca.crt and namespace, for looking up an Application",
    from: operator,
    commands: ["generate", "discover"],
  },
  "look-up-timeout": {
    type: "duration",
    placeholder: "duration",
    default: "5s",
    description:
      "deadline of looking up an Application, which is done up to three times before Argo CD's 60s",
    from: operator,
    commands: ["generate", "discover"],
  },
  listen: {
    type: "string",
    placeholder: "address",
    default: "9464",
    description:
      "port that the reporter answers at, or address and port, such as 127.0.0.1:9464 or [::1]:9464",
    from: ["flag"],
    commands: ["report"],
  },
  condition: {
    type: "string",
    placeholder: "type",
    default: "Ready",
    description: "type of the condition that has to be true, for the kind that is named",
    from: ["flag"],
    commands: ["health"],
  },
  evict: {
    type: "boolean",
    default: "false",
    description: "evict, one by one, the pods whose grant is loaded now, so that their successors ask anew",
    from: ["flag"],
    commands: ["unstick"],
  },
  yes: {
    type: "boolean",
    default: "false",
    description: "evict without asking, where there is nobody to ask",
    from: ["flag"],
    commands: ["unstick"],
  },
  plugin: {
    type: "string",
    placeholder: "name",
    default: "grantwave",
    description: "name of the plugin that Applications are to use",
    from: ["flag"],
    commands: ["migrate"],
  },
  write: {
    type: "boolean",
    default: "false",
    description: "change the file instead of printing what it would become",
    from: ["flag"],
    commands: ["migrate"],
  },
  check: {
    type: "boolean",
    default: "false",
    description:
      "change and print nothing, and end with 1 where there is something to rewrite, for recovery a lockout without a way out",
    from: ["flag"],
    commands: ["migrate", "recovery"],
  },
  written: {
    type: "string",
    placeholder: "file",
    description: "an earlier report of recovery -o json, whose commands have to work still",
    from: ["flag"],
    commands: ["recovery"],
  },
  "restore-dir": {
    type: "string",
    placeholder: "dir",
    description: "folder to write the objects to that a recovery applies again in the end",
    from: ["flag"],
    commands: ["recovery"],
  },
  webhooks: {
    type: "string",
    placeholder: "file",
    description: "YAML or JSON file with the webhook configurations to ask",
    from: ["flag"],
    commands: ["lockout match"],
  },
  request: {
    type: "string",
    placeholder: "file",
    description: "JSON file with the one admission request to ask about",
    from: ["flag"],
    commands: ["lockout match"],
  },
  quiet: {
    type: "boolean",
    short: "q",
    default: "false",
    description: "write nothing to stderr but the reason of a failure",
    from: operator,
    commands: parameterCommands,
  },
  log: {
    type: "string",
    choices: ["error", "warning", "info", "debug"],
    default: "info",
    description: "least severity of what is written to stderr; debug tells each step and how long it took",
    from: operator,
    commands: parameterCommands,
  },
  helm: {
    type: "string",
    placeholder: "path",
    description: "helm to run; else the one on PATH",
    from: operator,
    commands: rendering,
  },
  kustomize: {
    type: "string",
    placeholder: "path",
    description: "kustomize to run; else the one on PATH, else kubectl kustomize",
    from: operator,
    commands: rendering,
  },
  kubectl: {
    type: "string",
    placeholder: "path",
    description: "kubectl to run kustomize with; else the one on PATH",
    from: operator,
    commands: rendering,
  },
  "render-timeout": {
    type: "duration",
    placeholder: "duration",
    default: "55s",
    description: "deadline of a renderer; Argo CD's own is 60s, after which it kills without a word",
    from: operator,
    commands: rendering,
  },
  "run-timeout": {
    type: "duration",
    placeholder: "duration",
    description:
      "deadline of the whole run from the start of the process; else 57s for generate, none for what people call",
    from: operator,
    commands: everywhere,
  },
  "max-output": {
    type: "size",
    placeholder: "size",
    default: "96Mi",
    description: "largest render that is accepted; Argo CD refuses more than 100Mi",
    from: operator,
    commands: rendering,
  },
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;
type Table = typeof parameters;

type ValueOf<P extends Parameter> = P extends { readonly choices: readonly (infer C)[] }
  ? C
  : ParameterTypes[P["type"]];

/** The values of one run. Parameters with a default always have one. */
export type ParameterValues = {
  readonly [N in ParameterName]: Table[N] extends { readonly default: string }
    ? ValueOf<Table[N]>
    : ValueOf<Table[N]> | undefined;
};

/** The names of the parameters that a command takes, in the order of the table. */
export function parametersOf(command: ParameterCommand): readonly ParameterName[] {
  return parameterNames.filter((name) => parameterOf(name).commands.includes(command));
}

export const parameterNames = Object.keys(parameters) as readonly ParameterName[];

/** A row of the table in its general form. */
export function parameterOf(name: ParameterName): Parameter {
  return parameters[name];
}

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name);
}

/** `values-files` → `VALUES_FILES`, the end of its environment variables. */
export function environmentSuffix(name: ParameterName): string {
  return name.replaceAll("-", "_").toUpperCase();
}
