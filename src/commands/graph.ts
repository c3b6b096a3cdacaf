import { exitCodes } from "../errors.ts";
import { reportFindings } from "../findings/report-finding.ts";
import { isUnreadable } from "../findings/severity.ts";
import { analyseLockouts } from "../lockout/analyse.ts";
import { recoveryGraph } from "../lockout/graph/recovery-graph.ts";
import { graphFormatNames, graphFormats, graphReport } from "../report/lockout/graph-report.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { readObjects } from "./read-objects.ts";
import { gatherRequest } from "./run-request.ts";
import { tellFindings } from "./tell-findings.ts";
import { writeReports } from "./write-reports.ts";

/** `grantwave graph`: what a repair of the cluster stands on, and what of that can be locked. */
export async function graph(invocation: Invocation): Promise<number> {
  const { context } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: false, guessesNamespace: true });
  const targets = readOutputs(request.outputs, graphFormatNames, "text");
  const application = request.application.name;
  const read = await readObjects(request);
  if (read.findings.some(({ code }) => isUnreadable(code))) {
    const findings = reportFindings(read.findings, {});
    await tellFindings(context.stderr, findings, { application, least: request.logLevel });
    return exitCodes.usage;
  }
  const { value: facts } = analyseLockouts(read.manifests, Date.now());
  const report = graphReport(application, recoveryGraph(facts));
  await writeReports(context, targets, (format, options) => graphFormats[format](report, options));
  return exitCodes.fine;
}
