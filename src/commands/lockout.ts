import { exitCodes } from "../errors.ts";
import { reportFindings } from "../findings/report-finding.ts";
import { reaches } from "../findings/severity.ts";
import { lockoutFormatNames, lockoutFormats } from "../report/lockout/lockout-formats.ts";
import { lockoutReport } from "../report/lockout/lockout-report.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { readLockouts } from "./read-lockouts.ts";
import { gatherRequest } from "./run-request.ts";
import { tellFindings } from "./tell-findings.ts";
import { writeReports } from "./write-reports.ts";

/** `grantwave lockout`: what of a render can lock itself out, in which scenario, and through which loop. */
export async function lockout(invocation: Invocation): Promise<number> {
  const { context } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: false, guessesNamespace: true });
  const targets = readOutputs(request.outputs, lockoutFormatNames, "text");
  const application = request.application.name;
  const read = await readLockouts(request, context);
  if (read === undefined) return exitCodes.usage;
  const findings = reportFindings([...read.findings, ...read.analysed.findings], read.config.severity);
  const report = lockoutReport(application, read.analysed.value, findings);
  await writeReports(context, targets, (format, options) => lockoutFormats[format](report, options));
  const failing = findings.filter(({ severity }) => reaches(severity, request.failOn));
  await tellFindings(context.stderr, failing, { application, least: request.failOn });
  return failing.length > 0 ? exitCodes.findings : exitCodes.fine;
}
