import { toByteEdits } from "../manifest/byte-edits.ts";
import type { PipelineResult } from "../pipeline.ts";
import type { Baseline } from "../report/baseline.ts";
import type { PlanInput } from "../report/plan-input.ts";
import { type Assumptions, timelineOf } from "../timeline.ts";
import { version } from "../version.ts";
import type { Run } from "./run-application.ts";
import type { RunRequest } from "./run-request.ts";

/** What a report may know beside a run. */
export interface PlanExtras {
  /** An earlier plan, and the file that it stands in. */
  readonly baseline?: (Baseline & { readonly file: string }) | undefined;
  readonly assumptions?: Assumptions | undefined;
  /** Sentences that the reader should know. */
  readonly notes?: readonly string[];
}

/** Brings a run into the form that reports are made of. */
export function planInput(
  { application, config, mode }: RunRequest,
  { configFile, findings, rendered, unguarded }: Run,
  result: PipelineResult,
  { assumptions, baseline, notes = [] }: PlanExtras = {},
): PlanInput {
  return {
    application,
    mode,
    unguarded,
    version,
    renderer: rendered.renderer,
    objects: result.objects,
    moves: result.moves,
    edits: toByteEdits(rendered.text, result.output.edits),
    requesters: result.requesters.map((matched) => ({
      ...matched,
      isNew: baseline?.has(matched.requester, application.cluster) !== true,
    })),
    barriers: result.barriers,
    ...timelineOf(result, application.namespace, assumptions),
    assumed: assumptions,
    findings,
    baseline: baseline?.file,
    notes: [
      ...otherApplication(baseline, application.name),
      ...notes,
      ...configuredBy(config.named, configFile),
      ...notYet(result),
      ...(rendered.notices ?? []),
    ],
  };
}

/** Nothing of another application's plan is the same request, so everything would be new. */
function otherApplication(baseline: PlanExtras["baseline"], name: string): readonly string[] {
  if (baseline === undefined || baseline.application === name) return [];
  return [`${baseline.file} is a plan of ${baseline.application}, and this is one of ${name}.`];
}

/** Which file counted, where nobody named one: in the sidecar another may count than on a laptop. */
function configuredBy(named: string | undefined, file: string | undefined): readonly string[] {
  if (named !== undefined) return [];
  return file === undefined
    ? ["No configuration file was found, so no signer is known and nothing waits for grants."]
    : [`Configured by ${file}, which was found and not named; another file may count in the sidecar.`];
}

/** What this version cannot do yet is said where somebody would rely on it. */
function notYet({ barriers }: PipelineResult): readonly string[] {
  return barriers.length === 0
    ? []
    : [
        "Not for a cluster yet: grantwave wait, which runs in the barrier, is not in this version, and a sync with a barrier fails.",
      ];
}
