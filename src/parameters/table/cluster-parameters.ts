import type { Parameter } from "../parameter.ts";
import { operator } from "./shared-lists.ts";

/** What is asked of a cluster, and what is done there. */
export const clusterParameters = {
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
} as const satisfies Record<string, Parameter>;
