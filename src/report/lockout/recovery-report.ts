import * as z from "zod";
import type { LockoutModel } from "../../lockout/model.ts";
import { commandWords } from "../../lockout/recovery/command-words.ts";
import type { Recoveries, Recovery } from "../../lockout/recovery/plan-recovery.ts";
import type { RecoveryStep } from "../../lockout/recovery/recovery-step.ts";
import { isNamed } from "../../lockout/recovery/recovery-step.ts";
import { restoredValue } from "../../lockout/recovery/restored-value.ts";
import type { LockoutCase } from "../../lockout/rule.ts";
import { printYaml } from "../../manifest/print-document.ts";
import { plainRef, RefEntry } from "../report-entries.ts";
import { assumptions } from "./assumptions.ts";

/** A step in a form that can be tried on later manifests. */
const StepEntry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("patch"),
    config: RefEntry,
    operations: z.array(
      z.strictObject({
        op: z.enum(["test", "add"]),
        path: z.string(),
        value: z.union([z.string(), z.number()]),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal("delete"), config: RefEntry }),
  z.strictObject({ kind: z.literal("scale-down"), workload: RefEntry }),
  z.strictObject({ kind: z.literal("pause-application"), application: RefEntry }),
  z.strictObject({ kind: z.literal("resume-application"), application: RefEntry }),
  z.strictObject({ kind: z.literal("wait"), workload: RefEntry }),
  z.strictObject({ kind: z.literal("restore"), config: RefEntry, file: z.string() }),
]);

/** The ways out of lockouts, as `recovery -o json` prints them. */
export const RecoveryReport = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("RecoveryReport"),
  application: z.string(),
  recoveries: z.array(
    z.strictObject({
      scenarios: z.array(z.string()),
      configs: z.array(RefEntry),
      because: z.array(z.string()),
      /** In their order; each is one command. */
      steps: z.array(z.strictObject({ command: z.string(), step: StepEntry })),
      /** The objects as they are now, to be applied again. */
      restore: z.array(z.strictObject({ file: z.string(), text: z.string() })),
      proofs: z.array(
        z.strictObject({
          scenario: z.string(),
          rounds: z.array(z.strictObject({ component: z.string(), round: z.int() })),
        }),
      ),
    }),
  ),
  /** What can be locked, and nothing that was tried gets out of. */
  without: z.array(z.strictObject({ scenario: z.string(), locked: z.array(z.string()) })),
  assumptions: z.array(z.string()),
});
export type RecoveryReport = z.infer<typeof RecoveryReport>;

export function recoveryReport(
  application: string,
  { recoveries, without }: Recoveries,
  { model }: LockoutCase,
): RecoveryReport {
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "RecoveryReport",
    application,
    recoveries: recoveries.map((recovery) => recoveryEntry(recovery, model)),
    without: without.map(({ locked, scenario }) => ({
      scenario: scenario.name,
      locked: locked.map(({ name }) => name),
    })),
    assumptions: [...assumptions],
  };
}

function recoveryEntry(
  { because, configs, proofs, scenarios, steps }: Recovery,
  model: LockoutModel,
): RecoveryReport["recoveries"][number] {
  const all = [...steps.open, ...steps.wait, ...steps.restore];
  return {
    scenarios: [...scenarios],
    configs: configs.map(plainRef),
    because: [...because],
    steps: all.map((step) => ({ command: commandWords(step), step: stepEntry(step) })),
    restore: steps.restore.flatMap((step) => restoreEntry(step, model)),
    proofs: proofs.map(({ rounds, scenario }) => ({ scenario, rounds: rounds.map((row) => ({ ...row })) })),
  };
}

function stepEntry(step: RecoveryStep): z.infer<typeof StepEntry> {
  return StepEntry.parse(JSON.parse(JSON.stringify(withPlainRefs(step))));
}

/** Identities only: a `ref` may carry more than its four fields. */
function withPlainRefs(step: RecoveryStep): RecoveryStep {
  if ("config" in step) return { ...step, config: plainRef(step.config) };
  if ("workload" in step) return { ...step, workload: plainRef(step.workload) };
  return { ...step, application: plainRef(step.application) };
}

function restoreEntry(step: RecoveryStep, model: LockoutModel) {
  if (step.kind !== "restore") return [];
  const found = model.surroundings.manifests.find((manifest) => isNamed(manifest, step.config));
  return found === undefined ? [] : [{ file: step.file, text: printYaml(restoredValue(found, model)) }];
}

/** The value of a written report, or why it is none. */
export function readRecoveryReport(
  value: unknown,
): { readonly report: RecoveryReport } | { readonly problem: string } {
  const parsed = RecoveryReport.safeParse(value);
  if (parsed.success) return { report: parsed.data };
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  return { problem: `${path === "" ? "" : `${path}: `}${issue?.message ?? "it is something else"}` };
}
