import { basename } from "node:path";
import type { SourceIdentity } from "../barrier/barrier-name.ts";
import type { ConfigSearch } from "../config/load-config.ts";
import type { Severity } from "../findings/finding.ts";
import { expandParameters } from "../parameters/expand-parameters.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import type { ParameterValues } from "../parameters.ts";
import { type RenderRequest, renderRequest, standardInput } from "../render/render-request.ts";
import { requestFolder } from "../render/repository-root.ts";
import type { Tools } from "../render/tools.ts";
import { version } from "../version.ts";
import { allowedMode } from "./allowed-mode.ts";
import { withMode } from "./annotated-mode.ts";
import { type DebugLog, debugLog } from "./debug-log.ts";
import { findPlace, type Place } from "./find-place.ts";
import type { Invocation } from "./invocation.ts";
import { type RunDeadline, runDeadline } from "./run-deadline.ts";
import { type SourceSurroundings, sourceIdentity } from "./source-identity.ts";

/** Everything that a run of `generate` or `plan` depends on: nothing else of the process is looked at later. */
export interface RunRequest {
  readonly application: ApplicationFacts;
  /** As they were given, variables replaced. */
  readonly parameters: ParameterValues;
  readonly render: RenderRequest;
  readonly tools: Tools;
  /** Where the configuration is; it is read while the renderer runs. */
  readonly config: ConfigSearch;
  readonly deadline: RunDeadline;
  readonly mode: "enforce" | "warn" | "off";
  /** Accept a render without objects; the configuration may say so too. */
  readonly allowEmpty: boolean;
  /** Warnings about the input count as errors. */
  readonly strict: boolean;
  /** The least severity that makes the exit code 1. */
  readonly failOn: Severity;
  /** The least severity that is told on stderr. */
  readonly logLevel: Severity;
  readonly debug: DebugLog;
  /** As given to `--output`; see readOutputs. */
  readonly outputs: readonly string[] | undefined;
  /** A file with an earlier plan, relative to the working directory. */
  readonly baseline: string | undefined;
  /** References to objects whose health is assumed; see readAssumptions. */
  readonly assumed: { readonly neverHealthy: readonly string[]; readonly degraded: readonly string[] };
}

/** What is known of the application from outside of its manifests. */
export interface ApplicationFacts {
  readonly name: string;
  /** The destination namespace; empty where there is none, and none may be guessed. */
  readonly namespace: string;
  /** The destination cluster: its address, or its name in Argo CD. */
  readonly cluster: string;
  /** The source that is rendered. */
  readonly source: SourceIdentity;
  /** Numbers, from 1, of the sources of the Application file that have this identity, if there are several. */
  readonly alikeSources: readonly number[];
  /** How many sources the Application file has; undefined where there is no such file. */
  readonly sourceCount: number | undefined;
  /** Which of these nobody said, so that they had to be guessed. */
  readonly guessed: readonly ("name" | "namespace")[];
}

/** What a command wants beside what it is told. */
export interface RunWishes {
  /** The renderer's version. */
  readonly toolVersion: boolean;
  /** How long it takes at most where the operator says nothing; as long as it likes where it does not say it either. */
  readonly timeoutSeconds?: number;
  /** Takes `default` for a destination namespace that nobody gave: for people, who are told so. */
  readonly guessesNamespace?: boolean;
}

/**
 * Brings together what the command line, the environment and the Application file say.
 *
 * @throws UsageError for anything in them that is wrong, before anything is rendered.
 */
export async function gatherRequest(invocation: Invocation, wants: RunWishes): Promise<RunRequest> {
  const { context, flags } = invocation;
  const { cwd } = context;
  const place = await findPlace(invocation);
  const env = environmentAt(place, context.env);
  const resolved = resolveParameters(flags, env);
  const values = expandParameters(resolved.values, env);
  const { origins } = resolved;
  const mode = allowedMode(values, origins.get("mode"));
  const application = describeApplication(values, place, env, wants.guessesNamespace ?? false);
  const timeoutSeconds = values["run-timeout"] ?? wants.timeoutSeconds;
  invocation.onApplication(application.name);
  return {
    application,
    parameters: values,
    render: {
      ...toRenderRequest(values, place, application, timeoutSeconds),
      wantsVersion: wants.toolVersion,
    },
    tools: {
      paths: { helm: values.helm, kustomize: values.kustomize, kubectl: values.kubectl },
      env,
      stdin: context.stdin,
      signal: context.signal,
      isSupervised: context.env["ARGOCD_APP_NAME"] !== undefined && requestFolder(cwd) !== undefined,
      version,
    },
    config: { named: values.config, root: place.root, cwd },
    deadline: runDeadline(context.now, timeoutSeconds),
    mode,
    allowEmpty: values["allow-empty"],
    strict: values.strict,
    failOn: values["fail-on"],
    logLevel: values.quiet ? "error" : values.log === "debug" ? "info" : values.log,
    debug: debugLog(context, values.log === "debug"),
    outputs: values.output,
    baseline: values.baseline,
    assumed: { neverHealthy: values["never-healthy"] ?? [], degraded: values.degraded ?? [] },
  };
}

function environmentAt(
  { environment, liveMode }: Place,
  own: SourceSurroundings["env"],
): SourceSurroundings["env"] {
  const env = { ...environment, ...own };
  if (liveMode === undefined) return env;
  return { ...env, ARGOCD_APP_PARAMETERS: withMode(env["ARGOCD_APP_PARAMETERS"], liveMode) };
}

function describeApplication(
  values: ParameterValues,
  place: Place,
  env: SourceSurroundings["env"],
  guessesNamespace: boolean,
): ApplicationFacts {
  const { name, namespace } = values;
  // An Application file without one is no reason to guess: Argo CD will have none either.
  const guessed = guessesNamespace && !("ARGOCD_APP_NAMESPACE" in place.environment);
  return {
    name:
      name ??
      guessName(place.folder === standardInput ? (values["source-path"] ?? place.root) : place.folder),
    namespace: namespace ?? (guessed ? "default" : ""),
    cluster: place.cluster,
    source: sourceIdentity({ ...place, env, path: values["source-path"], name: values.source ?? "" }),
    alikeSources: place.alikeSources,
    sourceCount: place.sourceCount,
    guessed: [
      ...(name === undefined ? (["name"] as const) : []),
      ...(namespace === undefined && guessed ? (["namespace"] as const) : []),
    ],
  };
}

/** The folder's name, as far as it can be the name of an Application. */
function guessName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return name === "" ? "application" : name.slice(0, 63);
}

function toRenderRequest(
  values: ParameterValues,
  { folder, root }: Place,
  { name, namespace }: ApplicationFacts,
  timeoutSeconds: number | undefined,
): RenderRequest {
  return renderRequest({
    folder,
    root,
    name,
    namespace,
    renderer: values.renderer,
    kubeVersion: values["kube-version"],
    apiVersions: values["api-versions"] ?? [],
    helm: {
      namespace: values["helm-namespace"] ?? "",
      releaseName: values["release-name"],
      valuesFiles: values["values-files"] ?? [],
      ignoreMissingValuesFiles: values["ignore-missing-values-files"],
      values: values.values,
      set: values.set ?? {},
      setString: values["set-string"] ?? {},
      setFile: values["set-file"] ?? {},
      skipCrds: values["skip-crds"],
      skipSchemaValidation: values["skip-schema-validation"],
      skipTests: values["skip-tests"],
    },
    kustomize: {
      namePrefix: values["name-prefix"] ?? "",
      nameSuffix: values["name-suffix"] ?? "",
      namespace: values["kustomize-namespace"] ?? "",
      images: values.images ?? [],
      replicas: values.replicas ?? {},
      commonLabels: values["common-labels"] ?? {},
      forceCommonLabels: values["force-common-labels"],
      labelWithoutSelector: values["label-without-selector"],
      labelIncludeTemplates: values["label-include-templates"],
      commonAnnotations: values["common-annotations"] ?? {},
      forceCommonAnnotations: values["force-common-annotations"],
      patches: values.patches,
      components: values.components ?? [],
      ignoreMissingComponents: values["ignore-missing-components"],
    },
    directory: {
      recurse: values.recurse,
      include: values.include ?? "",
      exclude: values.exclude ?? "",
      anyExtension: values["any-extension"],
    },
    offline: values.offline,
    limits: {
      renderTimeoutSeconds: Math.min(values["render-timeout"], timeoutSeconds ?? Number.POSITIVE_INFINITY),
      maxOutputBytes: values["max-output"],
    },
  });
}
