import { exitCodes } from "../errors.ts";
import { refKey } from "../manifest/object-ref.ts";
import type { PipelineResult } from "../pipeline.ts";
import { buildExplanation } from "../report/explain/build-explanation.ts";
import type { Subject } from "../report/explain/explanation-input.ts";
import { explanationFormatNames, explanationFormats } from "../report/explanation-formats.ts";

import { findObject } from "./find-object.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { planInput } from "./plan-input.ts";
import { runApplication } from "./run-application.ts";
import { gatherRequest } from "./run-request.ts";
import { tellFindings } from "./tell-findings.ts";
import { writeReports } from "./write-reports.ts";

/**
 * `grantwave explain`: why one object has its wave. Findings that are about it are part of the answer and do not change
 * the exit code; only input that cannot be read does.
 */
export async function explain(invocation: Invocation): Promise<number> {
  const { context, subject: text = "" } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: false, guessesNamespace: true });
  const targets = readOutputs(request.outputs, explanationFormatNames, "text");
  const run = await runApplication(request);
  const { result } = run;
  if (result === undefined) {
    const application = request.application.name;
    await tellFindings(context.stderr, run.findings, { application, least: request.logLevel });
    return exitCodes.usage;
  }
  const explanation = buildExplanation({
    plan: planInput(request, run, result),
    order: result.order,
    subject: findObject(text, subjectsOf(result)),
    text: run.rendered.text,
  });
  await writeReports(context, targets, (format, options) => explanationFormats[format](explanation, options));
  return exitCodes.fine;
}

/** Of objects with one identity the one that counts; those that no sync applies only where there is no other. */
function subjectsOf({ barriers, manifests, objects }: PipelineResult): readonly Subject[] {
  const applied = objects.map(({ manifest }) => manifest);
  const known = new Set(applied.map(({ ref }) => refKey(ref)));
  const others = manifests.filter(({ ref }) => !known.has(refKey(ref)));
  return [
    ...[...applied, ...others].map((manifest): Subject => ({ kind: "object", ref: manifest.ref, manifest })),
    ...barriers.map((barrier): Subject => ({ kind: "barrier", ref: barrier.ref, barrier })),
  ];
}
