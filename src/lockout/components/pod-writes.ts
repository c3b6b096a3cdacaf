import { stringMap } from "../../admission/request.ts";
import type { AdmissionContext } from "../../admission/request-for.ts";
import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import type { Write, WriteStep } from "../component.ts";
import { controller, kubelet, type Simulation, simulatedRequest, systemUser } from "../simulated-request.ts";
import type { Workload } from "../workload.ts";

/**
 * What has to pass before a pod of a workload runs and is ready: it is created, bound to a node, given a token, and
 * reports its status. A Binding and a TokenRequest do not have the labels of the pod, so that no object selector on them
 * helps (core/v1 `Binding`, authentication/v1 `TokenRequest`).
 */
export function podWrites(workload: Workload, context: AdmissionContext): readonly Write[] {
  const { namespace } = workload.manifest.ref;
  const user = workload.controller === undefined ? undefined : controller(workload.controller);
  const pod = {
    group: "",
    resource: "pods",
    kind: "Pod",
    namespace,
    labels: workload.podLabels,
    fields: { spec: workload.podSpec },
  };
  const requests: readonly (readonly [WriteStep, string, Simulation])[] = [
    ["create-pods", "creating them", { ...pod, operation: "CREATE", user }],
    [
      "bind-pods",
      "binding them to nodes",
      {
        operation: "CREATE",
        group: "",
        resource: "pods",
        subresource: "binding",
        kind: "Binding",
        namespace,
        user: systemUser("system:kube-scheduler"),
      },
    ],
    [
      "pod-status",
      "reporting their status",
      { ...pod, operation: "UPDATE", subresource: "status", user: kubelet },
    ],
    ["pod-token", "fetching their token", tokenRequest(workload)],
  ];
  return requests
    .filter(([step]) => step !== "pod-token" || workload.podSpec["automountServiceAccountToken"] !== false)
    .map(([step, what, simulation]) => ({ step, what, request: simulatedRequest(simulation, context) }));
}

function tokenRequest({ accountName, manifest }: Workload): Simulation {
  return {
    operation: "CREATE",
    group: "",
    resource: "serviceaccounts",
    subresource: "token",
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    namespace: manifest.ref.namespace,
    name: accountName,
    user: kubelet,
  };
}

/** The EndpointSlice by which the API server finds the pods of a Service. */
export function endpointWrite(service: Manifest, context: AdmissionContext): Write {
  const { name, namespace } = service.ref;
  const labels = {
    ...stringMap(valueAt(service.value, "metadata", "labels")),
    "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    "kubernetes.io/service-name": name,
  };
  const slice = { group: "discovery.k8s.io", resource: "endpointslices", kind: "EndpointSlice", namespace };
  const user = controller("endpointslice-controller");
  return {
    step: "endpoints",
    what: "listing them as endpoints",
    request: simulatedRequest({ ...slice, operation: "UPDATE", labels, user }, context),
  };
}
