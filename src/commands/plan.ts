import { exitCodes } from "../errors.ts";
import { reaches } from "../findings/severity.ts";
import { planFormatNames, planFormats } from "../report/formats.ts";
import { readAssumptions } from "./assumptions.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { planInput } from "./plan-input.ts";
import { loadBaseline } from "./read-baseline.ts";
import { runApplication } from "./run-application.ts";
import { gatherRequest } from "./run-request.ts";
import { tellFindings } from "./tell-findings.ts";
import { writeReports } from "./write-reports.ts";

/** `grantwave plan`: what generate would do and why, for people and for other tools. Only unreadable input stops it. */
export async function plan(invocation: Invocation): Promise<number> {
  const { context } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: true, guessesNamespace: true });
  const targets = readOutputs(request.outputs, planFormatNames, "text");
  const file = request.baseline;
  const baseline = file === undefined ? undefined : { file, ...(await loadBaseline(file, context.cwd)) };
  const run = await runApplication(request);
  const application = request.application.name;
  if (run.result === undefined) {
    await tellFindings(context.stderr, run.findings, { application, least: request.logLevel });
    return exitCodes.usage;
  }
  const assumed = readAssumptions(request.assumed, run.result);
  const input = planInput(request, run, run.result, { baseline, ...assumed });
  await writeReports(context, targets, (format, options) => planFormats[format](input, options));
  const failing = run.findings.filter(({ severity }) => reaches(severity, request.failOn));
  await tellFindings(context.stderr, failing, { application, least: request.failOn });
  return failing.length > 0 ? exitCodes.findings : exitCodes.fine;
}
