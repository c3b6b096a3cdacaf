import type { ApplicationSource, HelmSource, KustomizeSource } from "../argo/application-source.ts";
import { jsonText } from "../manifest/json-text.ts";
import type { JsonValue } from "../manifest/manifest.ts";
import { expandVariables } from "../parameters/expand-variables.ts";
import type { HelmOptions, KustomizeOptions, RenderRequest } from "../render/render-request.ts";

/**
 * The request that does what Argo CD does with a source's own block, taken from the block itself and not from the
 * parameters that it becomes (argo-cd 3.6 `reposerver/repository/repository.go` helmTemplate, `util/kustomize/kustomize.go`
 * Build): what a rewritten source is compared with.
 *
 * @param base folder, root, tools' limits, and what the cluster says.
 * @param env the variables of Argo CD's build environment.
 */
export function blockRequest(
  source: ApplicationSource,
  base: RenderRequest,
  env: Readonly<Record<string, string | undefined>>,
): RenderRequest {
  const expand = (text: string): string => expandVariables(text, (variable) => env[variable] ?? "");
  const { helm, kustomize, directory } = source;
  if (helm !== undefined) {
    return { ...base, ...versions(helm, base), renderer: "helm", helm: helmOptions(helm, expand) };
  }
  if (kustomize !== undefined) {
    return {
      ...base,
      ...versions(kustomize, base),
      renderer: "kustomize",
      kustomize: kustomizeOptions(kustomize, expand),
    };
  }
  if (directory === undefined) return base;
  const { recurse, include, exclude, disableExtensionFilter: anyExtension } = directory;
  return { ...base, renderer: "directory", directory: { recurse, include, exclude, anyExtension } };
}

type Expand = (text: string) => string;

function versions(block: HelmSource | KustomizeSource, base: RenderRequest) {
  return {
    kubeVersion: block.kubeVersion || base.kubeVersion,
    apiVersions: block.apiVersions.length > 0 ? block.apiVersions : base.apiVersions,
  };
}

function helmOptions(helm: HelmSource, expand: Expand): HelmOptions {
  const values = (isString: boolean): Readonly<Record<string, string>> =>
    Object.fromEntries(
      helm.parameters
        .filter(({ forceString }) => forceString === isString)
        .map(({ name, value }) => [name, expand(value)]),
    );
  return {
    namespace: helm.namespace,
    releaseName: helm.releaseName || undefined,
    valuesFiles: helm.valueFiles.map(expand),
    ignoreMissingValuesFiles: helm.ignoreMissingValueFiles,
    values: helm.valuesObject === undefined ? helm.values : jsonText(helm.valuesObject as JsonValue),
    set: values(false),
    setString: values(true),
    setFile: Object.fromEntries(helm.fileParameters.map(({ name, path }) => [name, expand(path)])),
    skipCrds: helm.skipCrds,
    skipSchemaValidation: helm.skipSchemaValidation,
    skipTests: helm.skipTests,
  };
}

function kustomizeOptions(block: KustomizeSource, expand: Expand): KustomizeOptions {
  const { commonAnnotations, commonAnnotationsEnvsubst, patches } = block;
  return {
    namePrefix: block.namePrefix,
    nameSuffix: block.nameSuffix,
    namespace: block.namespace,
    images: block.images.map(expand),
    replicas: Object.fromEntries(block.replicas.map(({ name, count }) => [name, String(count)])),
    commonLabels: expandAll(block.commonLabels, expand),
    forceCommonLabels: block.forceCommonLabels,
    labelWithoutSelector: block.labelWithoutSelector,
    labelIncludeTemplates: block.labelIncludeTemplates,
    commonAnnotations: commonAnnotationsEnvsubst ? expandAll(commonAnnotations, expand) : commonAnnotations,
    forceCommonAnnotations: block.forceCommonAnnotations,
    patches: patches.length === 0 ? undefined : jsonText(patches as unknown as JsonValue),
    components: block.components,
    ignoreMissingComponents: block.ignoreMissingComponents,
  };
}

function expandAll(map: Readonly<Record<string, string>>, expand: Expand): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, expand(value)]));
}
