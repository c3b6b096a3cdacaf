import type { ApiObject } from "../api-client.ts";

/** What a test says about an Application; the rest is always the same. */
export interface ApplicationInput {
  readonly name: string;
  readonly repoUrl: string;
  readonly path: string;
  /** Destination namespace. */
  readonly namespace: string;
  /** The plugin's block of the source; without one Argo CD renders by itself. */
  readonly plugin?: object;
  readonly syncPolicy?: object;
}

/** What tests read of an Application (argoproj.io/v1alpha1). */
export interface Application extends ApiObject {
  readonly status?: {
    readonly sync?: { readonly status: string; readonly revision?: string };
    readonly health?: { readonly status: string };
    readonly operationState?: OperationState;
    readonly resources?: readonly {
      readonly kind: string;
      readonly name: string;
      readonly status?: string;
    }[];
    readonly conditions?: readonly { readonly type: string; readonly message: string }[];
  };
}

export interface OperationState {
  /** Running, Succeeded, Failed, Error or Terminating. */
  readonly phase: string;
  readonly message?: string;
  readonly startedAt: string;
  readonly syncResult?: {
    readonly revision: string;
    readonly resources?: readonly {
      readonly kind: string;
      readonly namespace: string;
      readonly name: string;
      readonly hookPhase?: string;
      readonly hookType?: string;
      readonly status?: string;
      readonly message?: string;
    }[];
  };
}

export const argoCdNamespace = "argocd";

export const applicationsPath = `/apis/argoproj.io/v1alpha1/namespaces/${argoCdNamespace}/applications`;

export function applicationObject(input: ApplicationInput): object {
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name: input.name, namespace: argoCdNamespace },
    spec: {
      project: "default",
      source: {
        repoURL: input.repoUrl,
        path: input.path,
        targetRevision: "HEAD",
        ...(input.plugin === undefined ? {} : { plugin: input.plugin }),
      },
      destination: { server: "https://kubernetes.default.svc", namespace: input.namespace },
      ...(input.syncPolicy === undefined ? {} : { syncPolicy: input.syncPolicy }),
    },
  };
}

/** What Argo CD's installation brings beside its programs and CRDs, as far as those that run here read it. */
export const installation: readonly object[] = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: argoCdNamespace } },
  { ...settings("ConfigMap", "argocd-cm"), data: { "timeout.reconciliation": "30s" } },
  settings("ConfigMap", "argocd-rbac-cm"),
  { ...settings("Secret", "argocd-secret"), stringData: { "server.secretkey": "only-for-a-test" } },
  {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "AppProject",
    metadata: { name: "default", namespace: argoCdNamespace },
    spec: {
      sourceRepos: ["*"],
      destinations: [{ server: "*", namespace: "*" }],
      clusterResourceWhitelist: [{ group: "*", kind: "*" }],
    },
  },
];

function settings(kind: string, name: string): object {
  const labels = { "app.kubernetes.io/part-of": "argocd" };
  return { apiVersion: "v1", kind, metadata: { name, namespace: argoCdNamespace, labels } };
}
