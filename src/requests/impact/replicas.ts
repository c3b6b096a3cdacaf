import type { Manifest } from "../../manifest/manifest.ts";
import { type DenialImpact, degraded, noReplicas, numberAt } from "./denial-impact.ts";

/** Template changes do not touch pods that run; only successors are made from the new template. */
export function impactOfReplicas({ ref, value }: Manifest): DenialImpact {
  if (numberAt(value, 1, "spec", "replicas") === 0) return noReplicas();
  return degraded(`a ${ref.kind} leaves running pods alone, but no pod that it makes from now on comes up`);
}
