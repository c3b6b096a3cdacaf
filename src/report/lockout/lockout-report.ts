import * as z from "zod";
import type { ReportedFinding } from "../../findings/report-finding.ts";
import type { KnownWebhook } from "../../lockout/known-webhook.ts";
import { loopEntries } from "../../lockout/loop-words.ts";
import type { ScenarioOutcome } from "../../lockout/outcome.ts";
import type { LockoutCase } from "../../lockout/rule.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import { FindingEntry, plainRef, RefEntry } from "../report-entries.ts";
import { assumptions } from "./assumptions.ts";

const Loops = z.array(z.array(z.strictObject({ from: z.string(), to: z.string(), because: z.string() })));

/** What locks itself out, as `lockout -o json` prints it. */
export const LockoutReport = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("LockoutReport"),
  application: z.string(),
  webhooks: z.array(
    z.strictObject({
      config: RefEntry,
      webhook: z.string(),
      index: z.int(),
      failurePolicy: z.enum(["Fail", "Ignore"]),
      /** The workloads whose pods answer; `outside` of this cluster; `unknown` where the manifests do not have them. */
      backend: z.union([z.array(RefEntry), z.enum(["outside", "unknown"])]),
    }),
  ),
  scenarios: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      alive: z.array(z.string()),
      locked: z.array(z.string()),
      loops: Loops,
      /** The same where all counts that the manifests leave open. */
      possible: z.strictObject({ locked: z.array(z.string()), loops: Loops }),
    }),
  ),
  assumptions: z.array(z.string()),
  findings: z.array(FindingEntry),
});
export type LockoutReport = z.infer<typeof LockoutReport>;

export function lockoutReport(
  application: string,
  { model, possible, proven }: LockoutCase,
  findings: readonly ReportedFinding[],
): LockoutReport {
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "LockoutReport",
    application,
    webhooks: model.webhooks.map(webhookEntry),
    scenarios: proven.map((outcome, index) => scenarioEntry(outcome, possible[index] ?? outcome)),
    assumptions: [...assumptions],
    findings: findings.map((found) => ({
      ...found,
      refs: found.refs.map(plainRef),
      source: found.source === null ? null : { ...found.source },
    })),
  };
}

function webhookEntry({ backend, webhook }: KnownWebhook): LockoutReport["webhooks"][number] {
  const { config, failurePolicy, index, name } = webhook;
  const answeredBy =
    backend.kind === "inside"
      ? backend.workloads.map(({ manifest }) => plainRef(manifest.ref))
      : backend.kind;
  return { config: plainRef(config), webhook: name, index, failurePolicy, backend: answeredBy };
}

function scenarioEntry(
  proven: ScenarioOutcome,
  possible: ScenarioOutcome,
): LockoutReport["scenarios"][number] {
  const { name, title } = proven.scenario;
  return {
    name,
    title,
    alive: proven.alive.map(({ component }) => component.name),
    ...lockedEntry(proven),
    possible: lockedEntry(possible),
  };
}

function lockedEntry({ locked, loops }: ScenarioOutcome) {
  return {
    locked: locked.map((component) => component.name),
    loops: loops.map((loop) => loopEntries(loop).map((entry) => ({ ...entry }))),
  };
}

/** The objects of a webhook's backend for people. */
export function showBackend(backend: LockoutReport["webhooks"][number]["backend"]): string {
  if (backend === "outside") return "somebody outside of the cluster";
  if (backend === "unknown") return "pods that these manifests do not have";
  return backend.map(formatRef).join(", ");
}
