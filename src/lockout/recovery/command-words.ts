import type { ObjectRef } from "../../manifest/object-ref.ts";
import type { RecoveryStep } from "./recovery-step.ts";

/** A step as it is typed into a shell: whatever stands in the manifests is one word there, and nothing else. */
export function commandWords(step: RecoveryStep): string {
  switch (step.kind) {
    case "patch":
      return shell("kubectl", "patch", ...object(step.config), "--type=json", "-p", json(step.operations));
    case "delete":
      return shell("kubectl", "delete", ...object(step.config));
    case "scale-down":
      return shell("kubectl", ...place(step.workload), "scale", ...object(step.workload), "--replicas=0");
    case "pause-application":
    case "resume-application":
      return shell(
        "kubectl",
        ...place(step.application),
        "patch",
        ...object(step.application),
        "--type=merge",
        "-p",
        json({ spec: { syncPolicy: { automated: { enabled: step.kind === "resume-application" } } } }),
      );
    case "wait":
      return shell(
        "kubectl",
        ...place(step.workload),
        "rollout",
        "status",
        `${resource(step.workload)}/${step.workload.name}`,
        "--timeout=5m",
      );
    case "restore":
      return shell("kubectl", "apply", "-f", step.file);
  }
}

function place({ namespace }: ObjectRef): readonly string[] {
  return namespace === "" ? [] : ["-n", namespace];
}

function object(ref: ObjectRef): readonly string[] {
  return [resource(ref), ref.name];
}

/** As kubectl takes it: the kind in lower case, with its group where another could have it. */
function resource({ group, kind }: ObjectRef): string {
  const isKnown = group === "" || group === "apps" || group === "admissionregistration.k8s.io";
  return isKnown ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

function shell(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}
