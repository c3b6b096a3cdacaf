import type { SignerConfig } from "../config/config.ts";
import type { OrderContext } from "./order-graph.ts";

/** The variable of the workload that runs a signer, where the render has it. */
export function signerWorkload(context: OrderContext, { workload }: SignerConfig): number | undefined {
  if (workload === undefined) return undefined;
  const { kind, namespace, name } = workload;
  return context.find({ group: "apps", kind, namespace, name });
}
