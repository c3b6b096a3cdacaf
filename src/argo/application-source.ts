import * as z from "zod";
import { isObject, type JsonObject } from "../manifest/manifest.ts";

/** Go's zero value where a field is missing: Argo CD cannot tell them apart. */
const Text = z.string().default("");
const Flag = z.boolean().default(false);
const Texts = z.array(z.string()).readonly().default([]);
const TextMap = z.record(z.string(), z.string()).readonly().default({});

/** A map as it is, its nulls included: in helm's values a null takes a default away. */
const Raw = z.custom<JsonObject>((value) => isObject(value as JsonObject), "a map");

export const HelmSource = z
  .object({
    releaseName: Text,
    valueFiles: Texts,
    ignoreMissingValueFiles: Flag,
    /** YAML text. Not used where there is a `valuesObject`. */
    values: Text,
    valuesObject: Raw.optional(),
    parameters: z
      .array(z.object({ name: Text, value: Text, forceString: Flag }).readonly())
      .readonly()
      .default([]),
    fileParameters: z
      .array(z.object({ name: Text, path: Text }).readonly())
      .readonly()
      .default([]),
    skipCrds: Flag,
    skipTests: Flag,
    skipSchemaValidation: Flag,
    passCredentials: Flag,
    kubeVersion: Text,
    apiVersions: Texts,
    namespace: Text,
    version: Text,
  })
  .readonly();
export type HelmSource = z.infer<typeof HelmSource>;

export const KustomizeSource = z
  .object({
    namePrefix: Text,
    nameSuffix: Text,
    namespace: Text,
    images: Texts,
    replicas: z
      .array(
        z
          .object({
            name: z.string(),
            count: z.union(
              [
                z.int(),
                z
                  .string()
                  .regex(/^[+-]?[0-9]+$/)
                  .transform(Number),
              ],
              "a whole number",
            ),
          })
          .readonly(),
      )
      .readonly()
      .default([]),
    commonLabels: TextMap,
    commonAnnotations: TextMap,
    commonAnnotationsEnvsubst: Flag,
    forceCommonLabels: Flag,
    forceCommonAnnotations: Flag,
    labelWithoutSelector: Flag,
    labelIncludeTemplates: Flag,
    components: Texts,
    ignoreMissingComponents: Flag,
    patches: z
      .array(
        z
          .object({
            path: Text,
            patch: Text,
            target: z.record(z.string(), z.string()).readonly().optional(),
            options: z.record(z.string(), z.boolean()).readonly().default({}),
          })
          .readonly(),
      )
      .readonly()
      .default([]),
    kubeVersion: Text,
    apiVersions: Texts,
    version: Text,
  })
  .readonly();
export type KustomizeSource = z.infer<typeof KustomizeSource>;

const JsonnetVariables = z
  .array(z.object({ name: z.string(), value: Text, code: Flag }).readonly())
  .readonly()
  .default([]);

export const DirectorySource = z
  .object({
    recurse: Flag,
    include: Text,
    exclude: Text,
    disableExtensionFilter: Flag,
    jsonnet: z
      .object({ extVars: JsonnetVariables, tlas: JsonnetVariables, libs: Texts })
      .readonly()
      .optional(),
  })
  .readonly();
export type DirectorySource = z.infer<typeof DirectorySource>;

export const PluginSource = z
  .object({
    name: Text,
    env: z
      .array(z.object({ name: z.string(), value: Text }).readonly())
      .readonly()
      .default([]),
    parameters: z
      .array(
        z
          .object({
            name: Text,
            string: z.string().optional(),
            array: z.array(z.string()).readonly().optional(),
            map: z.record(z.string(), z.string()).readonly().optional(),
          })
          .readonly(),
      )
      .readonly()
      .default([]),
  })
  .readonly();
export type PluginSource = z.infer<typeof PluginSource>;

/**
 * One source of an Application (argo-cd 3.6.1 `pkg/apis/application/v1alpha1/types.go` `ApplicationSource`). Fields that
 * we have no use for are dropped, as are those that Argo CD does not know.
 */
export const ApplicationSource = z
  .object({
    repoURL: Text,
    path: Text,
    chart: Text,
    targetRevision: Text,
    ref: Text,
    name: Text,
    helm: HelmSource.optional(),
    kustomize: KustomizeSource.optional(),
    directory: DirectorySource.optional(),
    plugin: PluginSource.optional(),
  })
  .readonly();
export type ApplicationSource = z.infer<typeof ApplicationSource>;

/** The blocks that give a source its type; Argo CD refuses a source with two of them. */
export const sourceTypes = ["helm", "kustomize", "directory", "plugin"] as const;

/** Where the files of a source are. */
export type SourceLocation =
  /** A folder of a git repository: the only kind that a checkout has. */
  | { readonly kind: "folder"; readonly path: string }
  /** A chart of a helm repository, or of a registry. */
  | { readonly kind: "chart"; readonly chart: string }
  /** An image of manifests (`oci://`). */
  | { readonly kind: "image"; readonly path: string }
  /** Renders nothing: other sources take value files from it (`$ref/…`). */
  | { readonly kind: "reference"; readonly ref: string }
  | { readonly kind: "nowhere" };

/**
 * Tells the kinds of sources apart as argo-cd 3.6.1 does (`types.go` `IsHelm`, `IsOCI`;
 * `reposerver/repository/repository.go` `GenerateManifest`, which skips references only among several sources).
 */
export function locateSource(source: ApplicationSource, isOneOfSeveral: boolean): SourceLocation {
  if (source.chart !== "") {
    return { kind: "chart", chart: source.chart };
  }
  if (source.repoURL.startsWith("oci://")) {
    return { kind: "image", path: source.path === "" ? "." : source.path };
  }
  if (source.path !== "") {
    return { kind: "folder", path: source.path };
  }
  return isOneOfSeveral && source.ref !== "" ? { kind: "reference", ref: source.ref } : { kind: "nowhere" };
}
