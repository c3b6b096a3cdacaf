import { digestAnnotation, markerLabels } from "../barrier/markers.ts";
import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { barrierNamespace } from "./barrier-place.ts";
import type { Check, CheckResult, Question } from "./check.ts";
import { list } from "./sidecars.ts";

/** Whether the last sync really met a barrier: the proof that order is not only configured. */
export const checkProof: Check = {
  name: "proof",
  async run(question) {
    const { application } = question;
    if (application === undefined) return [];
    const barriers = barriersOfLastSync(application.object);
    if (barriers.length === 0) return [await withoutBarriers(question)];
    return Promise.all(barriers.map((barrier) => judge(barrier, question)));
  },
};

/**
 * Barriers are hooks that are deleted once they succeeded, but the result of the sync keeps them (argo-cd 3.6.1
 * `types.go` `ResourceResult`); the names of ours begin with our own.
 */
function barriersOfLastSync(application: JsonObject): readonly JsonObject[] {
  return list(valueAt(application, "status", "operationState", "syncResult", "resources")).filter(
    (resource) =>
      textAt(resource, "kind") === "Job" &&
      Boolean(textAt(resource, "hookType")) &&
      (textAt(resource, "name") ?? "").startsWith("grantwave-"),
  );
}

async function judge(result: JsonObject, { destination }: Question): Promise<CheckResult> {
  const [name, namespace, phase] = ["name", "namespace", "hookPhase"].map((key) => textAt(result, key) ?? "");
  const ref = { group: "batch", kind: "Job", namespace: namespace ?? "", name: name ?? "" };
  if (phase === "Succeeded") {
    return { status: "passed", message: `the last sync passed the barrier ${name}`, ref };
  }
  const job = await destination?.get(ref);
  const digest = textAt(job, "metadata", "annotations", digestAnnotation);
  const proof = digest === undefined ? "" : `, ${digestAnnotation} ${digest}`;
  return phase === "Running"
    ? { status: "passed", message: `the sync waits at the barrier ${name}${proof}`, ref }
    : {
        status: "warning",
        message: `the last sync ended at the barrier ${name} (${phase || "unknown"})${proof}: ${textAt(result, "message") ?? ""}`,
        hint: `kubectl -n ${namespace} logs job/${name}`,
        ref,
      };
}

/** Without a barrier there may have been nothing to guard, or nobody to put one in. */
async function withoutBarriers(question: Question): Promise<CheckResult> {
  const { application, destination } = question;
  const namespace = barrierNamespace(question);
  const left =
    destination === undefined || namespace === undefined
      ? []
      : await destination.list({ group: "batch", kind: "Job" }, namespace, markerLabels);
  const elsewhere = left.length === 0 ? "" : `; ${left.length} barriers of other syncs are in ${namespace}`;
  const where = application === undefined ? {} : { ref: application.ref };
  return {
    status: "warning",
    message: `the last sync met no barrier${elsewhere}`,
    hint: "that is right where nothing in it asks for certificates: compare with grantwave plan",
    ...where,
  };
}
