import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exitCodes, OutsideError } from "../errors.ts";
import { toByteEdits } from "../manifest/byte-edits.ts";
import type { PipelineResult } from "../pipeline.ts";
import { planFormatNames, planFormats } from "../report/formats.ts";
import type { PlanInput } from "../report/plan-input.ts";
import { colourStyle, plainStyle } from "../report/style.ts";
import { timelineOf } from "../timeline.ts";
import { version } from "../version.ts";
import type { CommandContext } from "./context.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { type Run, runApplication } from "./run-application.ts";
import { gatherRequest, type RunRequest } from "./run-request.ts";
import { reaches, tellFindings } from "./tell-findings.ts";

/** `grantwave plan`: what generate would do and why, for people and for other tools. Only unreadable input stops it. */
export async function plan(invocation: Invocation): Promise<number> {
  const { context } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: true });
  const targets = readOutputs(request.outputs, planFormatNames, "text");
  const run = await runApplication(request);
  const application = request.application.name;
  if (run.result === undefined) {
    await tellFindings(context.stderr, run.findings, { application, least: request.logLevel });
    return exitCodes.usage;
  }
  const input = planInput(request, run, run.result);
  for (const { format, file } of targets) {
    const report = planFormats[format](input, file === undefined ? terminalOptions(context) : {});
    if (file === undefined) await context.stdout.write(report);
    else await writeReport(resolve(context.cwd, file), report);
  }
  const failing = run.findings.filter(({ severity }) => reaches(severity, request.failOn));
  await tellFindings(context.stderr, failing, { application, least: request.failOn });
  return failing.length > 0 ? exitCodes.findings : exitCodes.fine;
}

function planInput(request: RunRequest, run: Run, result: PipelineResult): PlanInput {
  const { application } = request;
  const { sync, waits } = timelineOf(result, application.namespace);
  return {
    application,
    version,
    renderer: run.rendered.renderer,
    objects: result.objects,
    moves: result.moves,
    edits: toByteEdits(run.rendered.text, result.output.edits),
    requesters: result.requesters.map((matched) => ({ ...matched, isNew: true })),
    barriers: result.barriers,
    sync,
    waits,
    findings: run.findings,
    notes: notesOf(run, result),
  };
}

/** What this version cannot do yet is said where somebody would rely on it. */
function notesOf({ rendered }: Run, { barriers }: PipelineResult): readonly string[] {
  const notYet =
    "This version generates the barrier, but what runs in it is not there yet: grantwave wait exits 69, and a sync " +
    "with a barrier fails rather than going on unguarded.";
  return [...(barriers.length > 0 ? [notYet] : []), ...(rendered.notices ?? [])];
}

function terminalOptions({ stdout }: CommandContext) {
  return { width: stdout.columns ?? 80, style: stdout.colour ? colourStyle : plainStyle };
}

async function writeReport(file: string, report: string): Promise<void> {
  try {
    await writeFile(file, report);
  } catch (cause) {
    throw new OutsideError(`the report cannot be written to ${file}`, { cause });
  }
}
