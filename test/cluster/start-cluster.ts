import { type ArgoCd, type ArgoCdOptions, startArgoCd } from "./argo-cd/start-argo-cd.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { type KubernetesNode, type NodeOptions, startNode } from "./node/start-node.ts";

/** A whole cluster with Argo CD in it. */
export interface Cluster {
  readonly controlPlane: ControlPlane;
  readonly node: KubernetesNode;
  readonly argoCd: ArgoCd;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly node?: NodeOptions;
  readonly argoCd: ArgoCdOptions;
}

/** Starts all parts; where one does not start, those that did are stopped. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const started: { stop(): Promise<void> }[] = [];
  async function stop(): Promise<void> {
    for (const part of started.reverse()) await part.stop();
  }
  function remember<Part extends { stop(): Promise<void> }>(part: Part): Part {
    started.push(part);
    return part;
  }
  try {
    const controlPlane = remember(await startControlPlane());
    const node = remember(await startNode(controlPlane, options.node));
    const argoCd = remember(await startArgoCd(controlPlane, options.argoCd));
    return { controlPlane, node, argoCd, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
