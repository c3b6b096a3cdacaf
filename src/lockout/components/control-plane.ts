import type { AdmissionContext } from "../../admission/request-for.ts";
import type { Component, Write, WriteStep } from "../component.ts";
import { controller, kubelet, type Simulation, simulatedRequest, systemUser } from "../simulated-request.ts";

export const controllerManagerId = "controller-manager";
export const schedulerId = "scheduler";
export const nodesId = "nodes";
export const newNodeId = "new-node";

/**
 * Seconds for which the clients of leases in kube-system wait at most: half of the leader election's renew deadline of
 * 10 s (client-go `leaderelection`; a webhook of 5 s brought down a controller manager in kubernetes#107678), with some
 * room for the request itself.
 */
const leaderPatienceSeconds = 3;
/** The kubelet gives up its heartbeat after nodeStatusUpdateFrequency, 10 s (`cmd/kubelet/app/server.go`). */
const heartbeatPatienceSeconds = 9;

/**
 * The parts of Kubernetes that everything else needs. API server and etcd are not among them: they run as static pods or
 * outside, and no webhook sees that.
 */
export function controlPlane(context: AdmissionContext): readonly Component[] {
  const write = (step: WriteStep, what: string, simulation: Simulation, patienceSeconds?: number): Write => ({
    step,
    request: simulatedRequest(simulation, context),
    what,
    patienceSeconds,
  });
  const leader = (name: string): Write =>
    write("leader-lease", `renewing the lease of ${name}`, leaseOf(name), leaderPatienceSeconds);
  const heartbeat = write(
    "node-lease",
    "the heartbeat of every node",
    heartbeatOf(),
    heartbeatPatienceSeconds,
  );
  const shared = { ref: undefined, isAssumed: false, needs: [] };
  const elected = (id: string, name: string): Component => ({
    ...shared,
    id,
    name,
    writes: [leader(`kube-${id}`)],
    keeps: [leader(`kube-${id}`)],
  });
  const joining = nodeWrites.map(({ what, simulation }) => write("join-node", what, simulation));
  return [
    elected(controllerManagerId, "the controller manager"),
    elected(schedulerId, "the scheduler"),
    { ...shared, id: nodesId, name: "the nodes", writes: [...joining, heartbeat], keeps: [heartbeat] },
    {
      ...shared,
      id: newNodeId,
      name: "a new node",
      needs: [{ anyOf: [controllerManagerId], phase: "restart", because: "it approves its certificate" }],
      writes: [...joining, heartbeat],
      keeps: [],
    },
  ];
}

function leaseOf(name: string): Simulation {
  return {
    operation: "UPDATE",
    group: "coordination.k8s.io",
    resource: "leases",
    kind: "Lease",
    namespace: "kube-system",
    name,
    user: systemUser(`system:${name}`),
  };
}

function heartbeatOf(): Simulation {
  const lease = { group: "coordination.k8s.io", resource: "leases", kind: "Lease" };
  return { ...lease, operation: "UPDATE", namespace: "kube-node-lease", user: kubelet };
}

const request = {
  group: "certificates.k8s.io",
  resource: "certificatesigningrequests",
  kind: "CertificateSigningRequest",
  namespace: "",
};
const node = { group: "", resource: "nodes", kind: "Node", namespace: "", isPartial: true, user: kubelet };

/** What a node has to have admitted before pods can run on it; labels and taints of nodes differ from cloud to cloud. */
const nodeWrites: readonly { readonly what: string; readonly simulation: Simulation }[] = [
  {
    what: "asking for a node's certificate",
    simulation: {
      ...request,
      operation: "CREATE",
      user: {
        username: "system:bootstrap:abcdef",
        groups: ["system:bootstrappers", "system:authenticated"],
      },
    },
  },
  {
    what: "approving a node's certificate",
    simulation: {
      ...request,
      operation: "UPDATE",
      subresource: "approval",
      user: controller("certificate-controller"),
    },
  },
  {
    what: "issuing a node's certificate",
    simulation: {
      ...request,
      operation: "UPDATE",
      subresource: "status",
      user: controller("certificate-controller"),
    },
  },
  { what: "registering a node", simulation: { ...node, operation: "CREATE" } },
  {
    what: "a node's report that it is ready",
    simulation: { ...node, operation: "UPDATE", subresource: "status" },
  },
  {
    what: "registering the drivers of a node",
    simulation: {
      operation: "CREATE",
      group: "storage.k8s.io",
      resource: "csinodes",
      kind: "CSINode",
      namespace: "",
      isPartial: true,
      user: kubelet,
    },
  },
];
