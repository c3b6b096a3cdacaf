import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { Check, CheckResult } from "./check.ts";
import { list, pluginNames, sidecarsOf } from "./sidecars.ts";

/** Whether the sidecars run in every pod of the repo-server: Argo CD asks whichever pod it meets. */
export const checkPods: Check = {
  name: "pods",
  async run({ argoCd, argocdNamespace, repoServer }) {
    const wanted = repoServer === undefined ? new Map() : sidecarsOf(repoServer);
    if (repoServer === undefined || wanted.size === 0) return [];
    const pods = await argoCd.list({ group: "", kind: "Pod" }, argocdNamespace, selectorOf(repoServer));
    const running = pods.filter((pod) => !isOver(pod));
    if (running.length === 0) {
      return [{ status: "failed", message: "the repo-server has no pod", hint: "look at its Deployment" }];
    }
    const results = running.flatMap((pod) =>
      pluginNames.filter((name) => wanted.has(name)).flatMap((name) => judge(pod, name)),
    );
    const count = `${running.length} ${running.length === 1 ? "pod" : "pods"}`;
    return results.some(({ status }) => status === "failed")
      ? results
      : [...results, { status: "passed", message: `the sidecars are ready in ${count} of the repo-server` }];
  },
};

function judge(pod: JsonObject, name: string): readonly CheckResult[] {
  const state = list(valueAt(pod, "status", "containerStatuses")).find(
    (candidate) => textAt(candidate, "name") === name,
  );
  const podName = textAt(pod, "metadata", "name") ?? "";
  const ref = {
    group: "",
    kind: "Pod",
    namespace: textAt(pod, "metadata", "namespace") ?? "",
    name: podName,
  };
  if (valueAt(state, "ready") !== true) {
    const why = textAt(state, "state", "waiting", "reason") ?? textAt(state, "state", "terminated", "reason");
    const message = `the sidecar ${name} is not ready in pod ${podName}${why === undefined ? "" : ` (${why})`}`;
    return [{ status: "failed", message, hint: `kubectl logs ${podName} -c ${name}`, ref }];
  }
  const last = textAt(state, "lastState", "terminated", "reason");
  if (last !== "OOMKilled") return [];
  const message = `the sidecar ${name} in pod ${podName} was last ended because it ran out of memory`;
  return [{ status: "warning", message, hint: "raise its memory limit", ref }];
}

function selectorOf(deployment: JsonObject): Readonly<Record<string, string>> {
  const labels = Object.entries(valueAt(deployment, "spec", "selector", "matchLabels") ?? {});
  return Object.fromEntries(labels.map(([key, value]) => [key, String(value)]));
}

/** Terminating pods still answer, but nobody waits for them. */
function isOver(pod: JsonObject): boolean {
  const phase = textAt(pod, "status", "phase");
  return (
    phase === "Succeeded" || phase === "Failed" || textAt(pod, "metadata", "deletionTimestamp") !== undefined
  );
}
