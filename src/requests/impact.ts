import { type JsonValue, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";

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

type ImpactRule = (manifest: Manifest) => DenialImpact;

/** By group and kind. The defaults are those of the API server, Kubernetes 1.37 `pkg/apis/apps/v1/defaults.go`. */
const rules: ReadonlyMap<string, ImpactRule> = new Map([
  [
    "/Pod",
    () => outage("nothing replaces a bare pod: it hangs until somebody deletes it and it is applied again"),
  ],
  ["/PodTemplate", () => none("a pod template makes no pods of its own")],
  ["/ReplicationController", impactOfReplicas],
  ["apps/DaemonSet", impactOfDaemonSet],
  ["apps/Deployment", impactOfDeployment],
  ["apps/ReplicaSet", impactOfReplicas],
  ["apps/StatefulSet", impactOfStatefulSet],
  ["batch/CronJob", impactOfCronJob],
  ["batch/Job", impactOfJob],
]);

export function denialImpact(manifest: Manifest): DenialImpact {
  const { group, kind } = manifest.ref;
  const rule = rules.get(`${group}/${kind}`);
  if (rule !== undefined) return rule(manifest);
  return { impact: "unknown", because: `how the pods of a ${kind} are replaced is up to its controller` };
}

/** Rounding as in `pkg/controller/deployment/util` `ResolveFenceposts`: surge up, unavailable down, never both zero. */
function impactOfDeployment({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  if (valueAt(value, "spec", "paused") === true)
    return none("the Deployment is paused and starts no rollout");
  if (textAt(value, "spec", "strategy", "type") === "Recreate") {
    return outage("strategy Recreate removes every old pod before the first new one asks");
  }
  const rolling = ["spec", "strategy", "rollingUpdate"];
  const surge = scaled(valueAt(value, ...rolling, "maxSurge") ?? "25%", replicas, Math.ceil);
  const stated = scaled(valueAt(value, ...rolling, "maxUnavailable") ?? "25%", replicas, Math.floor);
  const unavailable = surge === 0 && stated === 0 ? 1 : stated;
  if (unavailable >= replicas) {
    return outage(
      `the rollout may remove all of ${pods(replicas)} (maxUnavailable) before a new one is ready`,
    );
  }
  if (unavailable > 0) {
    return degraded(
      `the rollout removes ${unavailable} of ${pods(replicas)} (maxUnavailable) and gets no further`,
    );
  }
  return {
    impact: "stuck-rollout",
    because: "the rollout keeps its old pods until new ones are ready, which they never are",
  };
}

/** One pod at a time, the highest ordinal first, and none goes on before its predecessor is ready. */
function impactOfStatefulSet({ value }: Manifest): DenialImpact {
  const replicas = numberAt(value, 1, "spec", "replicas");
  if (replicas === 0) return noReplicas();
  const type = textAt(value, "spec", "updateStrategy", "type");
  if (type === "OnDelete") return onDelete();
  if (type === "Recreate")
    return outage("strategy Recreate removes every old pod before the first new one asks");
  const rolling = ["spec", "updateStrategy", "rollingUpdate"];
  const updated = replicas - numberAt(value, 0, ...rolling, "partition");
  if (updated <= 0) return none("the partition of the update strategy leaves every pod as it is");
  const unavailable = Math.max(
    1,
    scaled(valueAt(value, ...rolling, "maxUnavailable") ?? 1, replicas, Math.floor),
  );
  const removed = Math.min(updated, unavailable);
  if (removed >= replicas) {
    return outage(
      `a StatefulSet removes a pod before it makes its successor, and this removes all of ${pods(replicas)}`,
    );
  }
  return degraded(
    `a StatefulSet removes a pod before it makes its successor: ${removed} of ${pods(replicas)} is gone and the update gets no further`,
  );
}

function impactOfDaemonSet({ value }: Manifest): DenialImpact {
  if (textAt(value, "spec", "updateStrategy", "type") === "OnDelete") return onDelete();
  const surge = valueAt(value, "spec", "updateStrategy", "rollingUpdate", "maxSurge") ?? 0;
  // The number of nodes is not in the manifest; a percentage is rounded up, so that any above zero is a pod at least.
  if (scaled(surge, 100, Math.ceil) > 0) {
    return {
      impact: "stuck-rollout",
      because: "maxSurge keeps the old pod of a node until the new one is ready, which it never is",
    };
  }
  return outage("a DaemonSet without maxSurge removes the old pod of a node before the new one asks");
}

/** Template changes do not touch pods that run; only successors are made from the new template. */
function impactOfReplicas({ ref, value }: Manifest): DenialImpact {
  if (numberAt(value, 1, "spec", "replicas") === 0) return noReplicas();
  return degraded(`a ${ref.kind} leaves running pods alone, but no pod that it makes from now on comes up`);
}

function impactOfJob({ value }: Manifest): DenialImpact {
  if (valueAt(value, "spec", "suspend") === true) return none("the Job is suspended and makes no pods");
  return outage("the Job's pod hangs and counts neither as failed nor as done, so that the Job does not end");
}

function impactOfCronJob({ value }: Manifest): DenialImpact {
  if (valueAt(value, "spec", "suspend") === true) return none("the CronJob is suspended and starts no Jobs");
  return outage("the pod of each run hangs, and no run ends");
}

function outage(because: string): DenialImpact {
  return { impact: "outage", because };
}

function degraded(because: string): DenialImpact {
  return { impact: "degraded", because };
}

function none(because: string): DenialImpact {
  return { impact: "none", because };
}

function noReplicas(): DenialImpact {
  return none("it has no replicas yet; the first pod that it is scaled up to is denied");
}

function onDelete(): DenialImpact {
  return degraded(
    "strategy OnDelete leaves running pods alone, but each one that is deleted does not come back",
  );
}

function pods(count: number): string {
  return count === 1 ? "1 pod" : `${count} pods`;
}

function numberAt(value: JsonValue, fallback: number, ...path: readonly string[]): number {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : fallback;
}

/** A number, or a percentage of the replicas; 0 for what the API server refuses. */
function scaled(value: JsonValue, replicas: number, round: (exact: number) => number): number {
  if (typeof value === "number") return value;
  const percent = typeof value === "string" ? /^([0-9]+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? 0 : round((Number(percent) * replicas) / 100);
}
