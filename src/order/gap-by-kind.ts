import { kindRank } from "../argo/kind-order.ts";
import type { OrderNode } from "./order-graph.ts";

/** 0 where Argo CD's order of kinds already applies the first before the second inside one wave, else 1. */
export function gapByKind(before: OrderNode, after: OrderNode): 0 | 1 {
  return kindRank(kindOf(before)) < kindRank(kindOf(after)) ? 0 : 1;
}

function kindOf(node: OrderNode): string {
  return node.kind === "barrier" ? "Job" : node.object.manifest.ref.kind;
}
