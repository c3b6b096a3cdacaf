import { imageOf } from "../image.ts";
import { workloadId } from "../surroundings.ts";
import { containersOf } from "../workload.ts";
import { type NeedSource, nothingNeeded } from "./need-source.ts";

/**
 * Pods whose image lies in a registry of the same cluster need its pods: always where the image is always pulled, else on
 * nodes that have never run it.
 */
export const imageNeeds: NeedSource = ({ findBackend, findService }) => {
  return (workload) => {
    const found = containersOf(workload).map((container) => {
      const image = imageOf(container);
      const service = image && findService(image.host);
      if (image === undefined || service === undefined) return nothingNeeded;
      const backend = findBackend({ kind: "service", ...service, path: "", port: 443 });
      if (backend.kind !== "inside") return nothingNeeded;
      const need = {
        anyOf: backend.workloads.map(workloadId),
        phase: image.isAlwaysPulled ? ("restart" as const) : ("cold-start" as const),
        about: "image" as const,
        because: `the image ${image.name} comes from it`,
      };
      return { needs: [need], workloads: backend.workloads, components: [] };
    });
    return {
      needs: found.flatMap(({ needs }) => needs),
      workloads: found.flatMap(({ workloads }) => workloads),
      components: [],
    };
  };
};
