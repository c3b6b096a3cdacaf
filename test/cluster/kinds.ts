import type { ApiObject } from "./api-client.ts";

// Of each kind only what tests read.

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface Node extends ApiObject {
  readonly status: { readonly conditions?: readonly Condition[] };
}

export interface Pod extends ApiObject {
  readonly status: { readonly phase: string; readonly conditions?: readonly Condition[] };
}

export interface Deployment extends ApiObject {
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly availableReplicas?: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface PodCertificateRequest extends ApiObject {
  readonly spec: { readonly podName: string; readonly podUID: string; readonly serviceAccountName: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Whether a condition of that type holds. */
export function holds(
  object: { readonly status?: { readonly conditions?: readonly Condition[] } } | undefined,
  type: string,
): boolean {
  return object?.status?.conditions?.some((one) => one.type === type && one.status === "True") ?? false;
}
