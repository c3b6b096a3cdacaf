import type { Parameter } from "../parameter.ts";
import { application, everywhere } from "./shared-lists.ts";

/** What Argo CD's `helm` block can say. */
export const helmParameters = {
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
} as const satisfies Record<string, Parameter>;
