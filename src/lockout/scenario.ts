import { jsonText } from "../manifest/json-text.ts";
import type { Phase } from "./component.ts";
import { networkId } from "./components/assumed.ts";
import { controllerManagerId, newNodeId, nodesId, schedulerId } from "./components/control-plane.ts";
import type { LockoutModel } from "./model.ts";
import { workloadId } from "./surroundings.ts";

/** Something that happens to clusters: what is down then, and in which of their lives the others come back. */
export interface Scenario {
  readonly name: string;
  /** For people: begins the sentence "…, and then". */
  readonly title: string;
  /** Ids of components. */
  readonly down: ReadonlySet<string>;
  readonly phases: ReadonlySet<Phase>;
}

const restart: ReadonlySet<Phase> = new Set(["restart"]);

/** Everything that the recovery of a cluster is tried on. */
export function scenariosOf(model: LockoutModel): readonly Scenario[] {
  return [
    ...podsGone(model),
    workersGone(model),
    {
      name: "node-joins",
      title: "a new node joins",
      down: new Set([newNodeId]),
      phases: restart,
    },
    {
      name: "control-plane-restarts",
      title: "the control plane restarts",
      down: new Set([controllerManagerId, schedulerId, ...onControlPlane(model)]),
      phases: restart,
    },
    ...certificatesRenewed(model),
  ];
}

/** The pods of one workload that answers webhooks are gone: nodes drained, evicted, out of memory, scaled to 0. */
function podsGone({ webhooks }: LockoutModel): readonly Scenario[] {
  const backends = new Map<string, Scenario>();
  for (const { backend } of webhooks) {
    if (backend.kind !== "inside") continue;
    for (const workload of backend.workloads) {
      const id = workloadId(workload);
      const { kind, name, namespace } = workload.manifest.ref;
      backends.set(id, {
        name: `pods-gone:${kind}/${namespace}/${name}`,
        title: `${workload.name} are gone`,
        down: new Set([id]),
        phases: restart,
      });
    }
  }
  return [...backends.values()];
}

/** All nodes but those of the control plane stop and start again: hibernation, an outage, a wrong node pool. */
function workersGone({ components }: LockoutModel): Scenario {
  const stays = new Set([controllerManagerId, schedulerId, newNodeId]);
  const down = components.filter(({ id, needs, ref }) => {
    const isIssued = ref?.kind === "Certificate" && needs.length > 0;
    return !stays.has(id) && !isIssued;
  });
  return {
    name: "workers-gone",
    title: "all worker nodes are gone and come back",
    down: new Set([...down.map(({ id }) => id), nodesId, networkId]),
    phases: new Set(["restart", "cold-start"]),
  };
}

function onControlPlane({ modelled }: LockoutModel): readonly string[] {
  return modelled
    .filter(({ podSpec }) => {
      const selector = jsonText(podSpec["nodeSelector"] ?? {});
      return selector.includes("node-role.kubernetes.io/control-plane");
    })
    .map(workloadId);
}

function certificatesRenewed({ components }: LockoutModel): readonly Scenario[] {
  const certificates = new Set(
    components.flatMap(({ id, ref }) => (ref?.kind === "Certificate" ? [id] : [])),
  );
  if (certificates.size === 0) return [];
  const users = components.filter(({ needs }) =>
    needs.some(({ anyOf, phase }) => phase === "renewal" && anyOf.some((id) => certificates.has(id))),
  );
  return [
    {
      name: "certificates-renewed",
      title: "certificates have run out and are issued anew",
      down: new Set([...certificates, ...users.map(({ id }) => id)]),
      phases: new Set(["restart", "renewal"]),
    },
  ];
}
