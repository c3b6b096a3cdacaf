import { type JsonValue, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import type { CertificateSource } from "../certificate-sources.ts";
import { accounts, type Chain, holderOf } from "./account-rule.ts";
import { listAt } from "./list-at.ts";

/** The pod of a TaskRun, whatever its Task. (Tekton Pipelines 1.15 `pkg/pod/pod.go`, `pkg/apis/config/default.go`.) */
export function taskRunAccount([{ value }]: Chain) {
  const account = accounts([textAt(value, "spec", "serviceAccountName") || "default"]);
  return () => account;
}

/**
 * Each task of a PipelineRun has a pod of its own. It runs as its entry in `taskRunSpecs` says, else as the whole run
 * does; volumes of the whole run are in every pod, those of an entry or of a task in that pod alone. v1beta1 has other
 * names for the same. (Tekton Pipelines 1.15 `pkg/apis/pipeline/v1/pipelinerun_types.go` `GetTaskRunSpec`.)
 */
export function pipelineRunAccounts(chain: Chain) {
  const [run] = chain;
  const holder = holderOf(chain);
  const stated = statedAccounts(run);
  const general =
    textAt(run.value, "spec", "taskRunTemplate", "serviceAccountName") ||
    textAt(run.value, "spec", "serviceAccountName") ||
    "default";
  const accountOf = (task: string | undefined) => stated.get(task ?? "") ?? general;
  const tasks = chain.flatMap(tasksOf);
  const those =
    holder.ref.kind === "Task"
      ? tasks.filter((task) => textAt(task, "taskRef", "name") === holder.ref.name)
      : tasks;
  const all = accounts(
    those.length > 0 ? those.map((task) => accountOf(textAt(task, "name"))) : [general, ...stated.values()],
  );
  return (source: CertificateSource) => {
    const owner = ownerOf(holder, source);
    return owner === undefined ? all : accounts([accountOf(owner)]);
  };
}

/** Accounts by task of the pipeline. The last entry that names one counts, as upstream goes through them in order. */
function statedAccounts({ value }: Manifest): ReadonlyMap<string, string> {
  const stated = new Map<string, string>();
  for (const entry of listAt(value, "spec", "taskRunSpecs")) {
    const account = textAt(entry, "serviceAccountName") || textAt(entry, "taskServiceAccountName");
    if (account) stated.set(textAt(entry, "pipelineTaskName") ?? "", account);
  }
  return stated;
}

/** The tasks of a Pipeline, or of the pipeline that a PipelineRun states itself. */
function tasksOf({ value }: Manifest): readonly JsonValue[] {
  const pipeline = valueAt(value, "spec", "pipelineSpec") ?? valueAt(value, "spec");
  return [...listAt(pipeline, "tasks"), ...listAt(pipeline, "finally")];
}

/** The key under which an item of a list names a task of the pipeline. */
const nameKeys: ReadonlyMap<string | number | undefined, string> = new Map([
  ["finally", "name"],
  ["taskRunSpecs", "pipelineTaskName"],
  ["tasks", "name"],
]);

/** The task in whose pod alone the source is, where it stands in something of that task. */
function ownerOf({ value }: Manifest, { path }: CertificateSource): string | undefined {
  const index = path.findIndex((step) => typeof step === "number");
  const key = nameKeys.get(path[index - 1]);
  return key === undefined ? undefined : (textAt(value, ...path.slice(0, index + 1), key) ?? "");
}
