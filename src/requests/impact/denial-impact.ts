import { type JsonValue, type Manifest, valueAt } from "../../manifest/manifest.ts";

/** What final denials of all new pods of an object do to it, once its change is applied to a healthy cluster. */
export interface DenialImpact {
  /**
   * `outage`: nothing is left that serves, on some node or at all. `degraded`: fewer pods than before. `stuck-rollout`:
   * the old pods stay, the new ones never run. `none`: no pod is made now. `unknown`: a controller of its own decides.
   */
  readonly impact: "outage" | "degraded" | "stuck-rollout" | "none" | "unknown";
  /** One sentence, for people. */
  readonly because: string;
}

/** How the pods of one kind are replaced. One small file each; impact.ts lists them. */
export type ImpactRule = (manifest: Manifest) => DenialImpact;

export function outage(because: string): DenialImpact {
  return { impact: "outage", because };
}

export function degraded(because: string): DenialImpact {
  return { impact: "degraded", because };
}

export function stuckRollout(because: string): DenialImpact {
  return { impact: "stuck-rollout", because };
}

export function none(because: string): DenialImpact {
  return { impact: "none", because };
}

export function noReplicas(): DenialImpact {
  return none("it has no replicas yet; the first pod that it is scaled up to is denied");
}

export function onDelete(): DenialImpact {
  return degraded(
    "strategy OnDelete leaves running pods alone, but each one that is deleted does not come back",
  );
}

/** `1 pod`, `3 pods`. */
export function pods(count: number): string {
  return count === 1 ? "1 pod" : `${count} pods`;
}

/** The number at a path, or the default that the controller fills in. */
export function numberAt(value: JsonValue, fallback: number, ...path: readonly string[]): number {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : fallback;
}

/** A number, or a percentage of the replicas; 0 for what the API server refuses. */
export function scaled(value: JsonValue, replicas: number, round: (exact: number) => number): number {
  if (typeof value === "number") return value;
  const percent = typeof value === "string" ? /^([0-9]+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? 0 : round((Number(percent) * replicas) / 100);
}
