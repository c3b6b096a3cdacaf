import { networkId } from "../components/assumed.ts";
import { controllerManagerId, nodesId, schedulerId } from "../components/control-plane.ts";
import { workloadId } from "../surroundings.ts";
import type { NeedSource } from "./need-source.ts";

/** Whoever makes pods needs the controller that creates them, the scheduler, a node, and the network of the node. */
export const kubernetesNeeds: NeedSource = ({ byRole }) => {
  const networks = (byRole.get("network") ?? []).map(workloadId);
  const network = networks.length === 0 ? [networkId] : networks;
  return ({ isHostNetwork, manifest }) => {
    const need = (id: string, because: string) => ({ anyOf: [id], phase: "restart" as const, because });
    return {
      needs: [
        need(controllerManagerId, "it creates them"),
        ...(manifest.ref.kind === "Pod" ? [] : [need(schedulerId, "it finds nodes for them")]),
        need(nodesId, "they run on them"),
        ...(isHostNetwork
          ? []
          : [{ anyOf: network, phase: "restart" as const, because: "it connects them" }]),
      ],
      workloads: [],
      components: [],
    };
  };
};
