import { exitCodes } from "../errors.ts";
import { recoveryGraph } from "../lockout/graph/recovery-graph.ts";
import { graphFormatNames, graphFormats, graphReport } from "../report/lockout/graph-report.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { readLockouts } from "./read-lockouts.ts";
import { gatherRequest } from "./run-request.ts";
import { writeReports } from "./write-reports.ts";

/** `grantwave graph`: what a repair of the cluster stands on, and what of that can be locked. */
export async function graph(invocation: Invocation): Promise<number> {
  const { context } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: false, guessesNamespace: true });
  const targets = readOutputs(request.outputs, graphFormatNames, "text");
  const application = request.application.name;
  const read = await readLockouts(request, context);
  if (read === undefined) return exitCodes.usage;
  const report = graphReport(application, recoveryGraph(read.analysed.value));
  await writeReports(context, targets, (format, options) => graphFormats[format](report, options));
  return exitCodes.fine;
}
