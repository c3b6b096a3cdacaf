import type { AdmissionContext } from "../../admission/request-for.ts";
import type { Component } from "../component.ts";
import type { Backend } from "../known-webhook.ts";
import { controller, simulatedRequest } from "../simulated-request.ts";
import { controllerManagerId, nodesId } from "./control-plane.ts";

export const networkId = "network";

/**
 * The network of the nodes where the manifests do not have it: pods of a DaemonSet in kube-system, of which nothing else
 * is known.
 */
export function assumedNetwork(context: AdmissionContext): Component {
  return {
    id: networkId,
    name: "the network of the nodes",
    ref: undefined,
    isAssumed: true,
    needs: [
      { anyOf: [controllerManagerId], phase: "restart", because: "it creates its pods" },
      { anyOf: [nodesId], phase: "restart", because: "its pods run on them" },
    ],
    writes: [unknownPods("kube-system", "daemon-set-controller", context)],
    keeps: [],
  };
}

/** The id of the component that stands for pods which the manifests do not have. */
export function unknownBackendId({ name, namespace }: Extract<Backend, { kind: "unknown" }>): string {
  return `backend\n${namespace}\n${name}`;
}

/** Whoever answers a webhook whose pods the manifests do not have. */
export function assumedBackend(
  backend: Extract<Backend, { kind: "unknown" }>,
  context: AdmissionContext,
): Component {
  const { name, namespace } = backend;
  return {
    id: unknownBackendId(backend),
    name:
      namespace === null
        ? "whoever answers at an address that cannot be read"
        : `the pods behind Service/${namespace}/${name}`,
    ref: undefined,
    isAssumed: true,
    needs: [
      { anyOf: [controllerManagerId], phase: "restart", because: "it creates them" },
      { anyOf: [nodesId], phase: "restart", because: "they run on them" },
    ],
    writes: namespace === null ? [] : [unknownPods(namespace, undefined, context)],
    keeps: [],
  };
}

function unknownPods(namespace: string, controllerName: string | undefined, context: AdmissionContext) {
  const pod = { group: "", resource: "pods", kind: "Pod", namespace, isPartial: true };
  const user = controllerName === undefined ? undefined : controller(controllerName);
  return {
    step: "create-pods" as const,
    what: "creating them",
    request: simulatedRequest({ ...pod, operation: "CREATE", user }, context),
  };
}
