import type { Parameter } from "../parameter.ts";
import { application, everywhere, operator, rendering } from "./shared-lists.ts";

/** Which application is looked at, and where its words come from. */
export const applicationParameters = {
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
} as const satisfies Record<string, Parameter>;
