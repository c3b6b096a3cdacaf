import type { ParameterName } from "../../parameters.ts";
import type { CarriedField, FieldForm, SourceField } from "./source-field.ts";

export const blockTypes = ["helm", "kustomize", "directory"] as const;
export type BlockType = (typeof blockTypes)[number];

/**
 * Every field of the blocks of an Application's source, in the order of Argo CD's own type, and what becomes of it as
 * plugin parameters (argo-cd 3.6.1 `pkg/apis/application/v1alpha1/types.go` ApplicationSourceHelm,
 * ApplicationSourceKustomize, ApplicationSourceDirectory). A test holds it against the CustomResourceDefinition.
 */
export const sourceFields: Readonly<Record<BlockType, readonly SourceField[]>> = {
  helm: [
    carried("valueFiles", "list", "values-files"),
    {
      ...carried("parameters", "pairs", "set"),
      pair: { name: "name", value: "value" },
      flagged: { flag: "forceString", parameter: "set-string" },
    },
    carried("releaseName", "text", "release-name"),
    { ...carried("values", "text", "values"), yieldsTo: "valuesObject" },
    { ...carried("fileParameters", "pairs", "set-file"), pair: { name: "name", value: "path" } },
    {
      field: "version",
      // argo-cd 3.6.1 `util/helm/cmd.go` NewCmd: the same helm for all three.
      harmless: ["", "v3", "v4"],
      why: "the plugin has one helm, the operator's",
      hint: "take it out; Argo CD itself knows v3 and v4 only, and takes the same helm for both",
    },
    {
      field: "passCredentials",
      harmless: ["false"],
      why: "plugins get no credentials of chart repositories",
      hint: "commit the charts it depends on to charts/ and take it out",
    },
    carried("ignoreMissingValueFiles", "flag", "ignore-missing-values-files"),
    carried("skipCrds", "flag", "skip-crds"),
    { ...carried("valuesObject", "yaml", "values"), note: "as YAML text" },
    carried("namespace", "text", "helm-namespace"),
    carried("kubeVersion", "text", "kube-version"),
    carried("apiVersions", "list", "api-versions"),
    carried("skipTests", "flag", "skip-tests"),
    carried("skipSchemaValidation", "flag", "skip-schema-validation"),
  ],
  kustomize: [
    carried("namePrefix", "text", "name-prefix"),
    carried("nameSuffix", "text", "name-suffix"),
    carried("images", "list", "images"),
    carried("commonLabels", "map", "common-labels"),
    {
      field: "version",
      harmless: [""],
      why: "the plugin has one kustomize, the operator's",
      hint: "take it out, and have the operator name that version with GRANTWAVE_KUSTOMIZE where it must be that one",
    },
    carried("commonAnnotations", "map", "common-annotations"),
    carried("forceCommonLabels", "flag", "force-common-labels"),
    carried("forceCommonAnnotations", "flag", "force-common-annotations"),
    carried("namespace", "text", "kustomize-namespace"),
    carried("commonAnnotationsEnvsubst", "flag", "common-annotations-envsubst"),
    { ...carried("replicas", "pairs", "replicas"), pair: { name: "name", value: "count" } },
    { ...carried("patches", "yaml", "patches"), note: "as YAML text" },
    carried("components", "list", "components"),
    carried("ignoreMissingComponents", "flag", "ignore-missing-components"),
    carried("labelWithoutSelector", "flag", "label-without-selector"),
    { ...carried("kubeVersion", "text", "kube-version"), note: inflation() },
    { ...carried("apiVersions", "list", "api-versions"), note: inflation() },
    carried("labelIncludeTemplates", "flag", "label-include-templates"),
  ],
  directory: [
    carried("recurse", "flag", "recurse"),
    {
      field: "jsonnet",
      harmless: ["{}"],
      why: "the plugin does not evaluate jsonnet",
      hint: "commit what jsonnet makes of the files as YAML, or leave this source to Argo CD",
    },
    carried("exclude", "text", "exclude"),
    carried("include", "text", "include"),
    carried("disableExtensionFilter", "flag", "any-extension"),
  ],
};

function carried(field: string, form: FieldForm, parameter: ParameterName): CarriedField {
  return { field, form, parameter };
}

/** Argo CD hands them on only where its operator lets kustomize inflate charts, which the plugin never does. */
function inflation(): string {
  return "changes nothing: kustomize inflates no charts here";
}
