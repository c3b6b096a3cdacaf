import type { ApplicationFile, LocatedSource } from "../argo/application.ts";
import { UsageError } from "../errors.ts";
import { blockParameters, type PluginParameter } from "../parameters/source-block/block-parameters.ts";
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
    ...parametersOfBlock(application, source),
    ...own,
    ...(mode === undefined || own.some(({ name }) => name === "mode") ? [] : [text("mode", mode)]),
  ];
  return {
    ...Object.fromEntries((plugin?.env ?? []).map(({ name, value }) => [`ARGOCD_ENV_${name}`, value])),
    ARGOCD_APP_NAME: instanceName(application),
    ARGOCD_APP_NAMESPACE: application.destination.namespace,
    ARGOCD_APP_PROJECT_NAME: application.project,
    ARGOCD_APP_SOURCE_REPO_URL: source.spec.repoURL,
    ARGOCD_APP_SOURCE_PATH: source.spec.path,
    ARGOCD_APP_SOURCE_TARGET_REVISION: source.spec.targetRevision,
    ARGOCD_APP_PARAMETERS: JSON.stringify(parameters),
  };
}

/** Where Argo CD itself is installed unless somebody chose otherwise. */
const usualControlPlane = "argocd";

/** Applications outside of Argo CD's own namespace carry theirs (argo-cd 3.6 `types.go` `InstanceName`). */
function instanceName({ name, namespace }: ApplicationFile): string {
  return namespace === "" || namespace === usualControlPlane ? name : `${namespace}_${name}`;
}

function text(name: ParameterName, value: string): PluginParameter {
  return { name, string: value };
}

/** Blocks for helm, kustomize and directories as the parameters that do the same. */
function parametersOfBlock({ name }: ApplicationFile, { spec }: LocatedSource): readonly PluginParameter[] {
  const block = blockParameters(spec);
  const [first, ...others] = (block?.refused ?? []).map(
    ({ field, why }) => `${block?.type}.${field} of Application ${name} cannot be carried out: ${why}`,
  );
  if (first !== undefined) throw new UsageError(first, { others, hint: block?.refused[0]?.hint });
  return block?.carried.map(({ parameter }) => parameter) ?? [];
}
