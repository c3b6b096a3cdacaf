import type { Parameter } from "../parameter.ts";
import { application, everywhere } from "./shared-lists.ts";

/** What Argo CD's `kustomize` block can say. */
export const kustomizeParameters = {
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
} as const satisfies Record<string, Parameter>;
