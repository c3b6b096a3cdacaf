import { exitCodes } from "../errors.ts";
import { render } from "../render/render.ts";
import type { Invocation } from "./invocation.ts";
import { isUnusable, runApplication } from "./run-application.ts";
import { pluginTimeoutSeconds } from "./run-deadline.ts";
import { gatherRequest } from "./run-request.ts";
import { tellFindings, tellNotices } from "./tell-findings.ts";

/**
 * `grantwave generate`: the ordered manifests with their barriers on stdout, or nothing there and an error. Mode `warn`
 * prints in spite of error findings; mode `off` hands the render on as it is and looks at nothing.
 */
export async function generate(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.context;
  const request = await gatherRequest(invocation, {
    toolVersion: false,
    timeoutSeconds: pluginTimeoutSeconds,
  });
  if (request.mode === "off") {
    // The way out must not depend on what may have broken: no configuration is read.
    const rendered = await render(request.render, request.tools);
    await tellNotices(stderr, rendered, request);
    await stdout.write(rendered.text);
    return exitCodes.fine;
  }
  const { rendered, result, findings } = await runApplication(request);
  await tellNotices(stderr, rendered, request);
  await tellFindings(stderr, findings, { application: request.application.name, least: request.logLevel });
  if (result === undefined || isUnusable(findings)) return exitCodes.usage;
  if (request.mode === "enforce" && findings.some(({ severity }) => severity === "error")) {
    return exitCodes.findings;
  }
  await stdout.write(result.output.text);
  return exitCodes.fine;
}
