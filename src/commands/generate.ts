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
  await request.debug(`mode ${request.mode}, folder ${request.render.folder}, root ${request.render.root}`);
  if (request.mode === "off") {
    // The way out must not depend on what may have broken: no configuration is read.
    const rendered = await render(request.render, request.tools);
    await request.debug(`rendered by ${rendered.renderer.command}`);
    await tellNotices(stderr, rendered, request);
    await stdout.write(rendered.text);
    return exitCodes.fine;
  }
  const { configFile, rendered, result, findings } = await runApplication(request);
  await request.debug(
    `rendered by ${rendered.renderer.command}, configuration ${configFile ?? "none"}, ` +
      `${result?.moves.length ?? 0} objects moved, ${result?.barriers.length ?? 0} barriers, ${findings.length} findings`,
  );
  await tellNotices(stderr, rendered, request);
  await tellFindings(stderr, findings, { application: request.application.name, least: request.logLevel });
  if (result === undefined || isUnusable(findings)) return exitCodes.usage;
  if (request.mode === "enforce" && findings.some(({ severity }) => severity === "error")) {
    return exitCodes.findings;
  }
  await stdout.write(result.output.text);
  return exitCodes.fine;
}
