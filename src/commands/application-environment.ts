import type { ApplicationFile, LocatedSource } from "../argo/application.ts";
import type { DirectorySource, HelmSource, KustomizeSource } from "../argo/application-source.ts";
import { UsageError } from "../errors.ts";
import type { ParameterName } from "../parameters.ts";
import { annotatedMode } from "./annotated-mode.ts";

/**
 * The environment that Argo CD would run the plugin in, as far as we read it: so that what a laptop shows is what the
 * sidecar does. Blocks for helm, kustomize and directories become the plugin parameters that do the same.
 *
 * @throws UsageError where the source needs what this version cannot do.
 */
export function applicationEnvironment(
  application: ApplicationFile,
  source: LocatedSource,
): Readonly<Record<string, string>> {
  const { plugin } = source.spec;
  const own = plugin?.parameters ?? [];
  const mode = annotatedMode(application.annotations, application.name);
  const parameters = [
    ...blockParameters(source),
    ...own,
    ...(mode === undefined || own.some(({ name }) => name === "mode") ? [] : [text("mode", mode)]),
  ];
  return {
    ...Object.fromEntries((plugin?.env ?? []).map(({ name, value }) => [`ARGOCD_ENV_${name}`, value])),
    ARGOCD_APP_NAME: instanceName(application),
    ARGOCD_APP_NAMESPACE: application.destination.namespace,
    ARGOCD_APP_SOURCE_REPO_URL: source.spec.repoURL,
    ARGOCD_APP_SOURCE_PATH: source.spec.path,
    ARGOCD_APP_PARAMETERS: JSON.stringify(parameters),
  };
}

/** Where Argo CD itself is installed unless somebody chose otherwise. */
const usualControlPlane = "argocd";

/** Applications outside of Argo CD's own namespace carry theirs (argo-cd 3.6 `types.go` `InstanceName`). */
function instanceName({ name, namespace }: ApplicationFile): string {
  return namespace === "" || namespace === usualControlPlane ? name : `${namespace}_${name}`;
}

/** As it stands in `spec.source.plugin.parameters`. */
interface PluginParameter {
  readonly name: string;
  readonly string?: string | undefined;
  readonly array?: readonly string[] | undefined;
  readonly map?: Readonly<Record<string, string>> | undefined;
}

function text(name: ParameterName, value: string): PluginParameter {
  return { name, string: value };
}

function flag(name: ParameterName, value: boolean): PluginParameter {
  return { name, string: String(value) };
}

function blockParameters({ spec }: LocatedSource): readonly PluginParameter[] {
  return [
    ...(spec.helm === undefined ? [] : helmParameters(spec.helm)),
    ...(spec.kustomize === undefined ? [] : kustomizeParameters(spec.kustomize)),
    ...(spec.directory === undefined ? [] : directoryParameters(spec.directory)),
  ];
}

function helmParameters(helm: HelmSource): readonly PluginParameter[] {
  if (helm.namespace !== "") {
    throw unsupported("helm.namespace", "use the destination's namespace");
  }
  const values = helm.valuesObject === undefined ? helm.values : JSON.stringify(helm.valuesObject);
  return [
    text("renderer", "helm"),
    text("release-name", helm.releaseName),
    { name: "values-files", array: helm.valueFiles },
    flag("ignore-missing-values-files", helm.ignoreMissingValueFiles),
    text("values", values),
    { name: "set", map: valuesOf(helm.parameters.filter(({ forceString }) => !forceString)) },
    { name: "set-string", map: valuesOf(helm.parameters.filter(({ forceString }) => forceString)) },
    { name: "set-file", map: Object.fromEntries(helm.fileParameters.map(({ name, path }) => [name, path])) },
    flag("skip-crds", helm.skipCrds),
    flag("skip-tests", helm.skipTests),
    flag("skip-schema-validation", helm.skipSchemaValidation),
    ...versions(helm),
  ];
}

function valuesOf(parameters: HelmSource["parameters"]): Readonly<Record<string, string>> {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

/** What changes a kustomization from outside: of these there are no plugin parameters. */
const kustomizeChanges = [
  "namePrefix",
  "nameSuffix",
  "namespace",
  "images",
  "replicas",
  "commonLabels",
  "commonAnnotations",
  "components",
  "patches",
] as const satisfies readonly (keyof KustomizeSource)[];

function kustomizeParameters(kustomize: KustomizeSource): readonly PluginParameter[] {
  const change = kustomizeChanges.find((name) => Object.keys(kustomize[name]).length > 0);
  if (change !== undefined) {
    throw unsupported(`kustomize.${change}`, "write it into the kustomization itself");
  }
  return [text("renderer", "kustomize"), ...versions(kustomize)];
}

function directoryParameters(directory: DirectorySource): readonly PluginParameter[] {
  return [
    text("renderer", "directory"),
    flag("recurse", directory.recurse),
    text("include", directory.include),
    text("exclude", directory.exclude),
    flag("any-extension", directory.disableExtensionFilter),
  ];
}

function versions(block: {
  readonly kubeVersion: string;
  readonly apiVersions: readonly string[];
}): readonly PluginParameter[] {
  return [
    text("kube-version", block.kubeVersion),
    ...(block.apiVersions.length === 0 ? [] : [{ name: "api-versions", array: block.apiVersions }]),
  ];
}

function unsupported(field: string, hint: string): UsageError {
  return new UsageError(`${field} of the Application's source is not supported by this version`, { hint });
}
