import { announceSource } from "../announcement/announce-source.ts";
import type { Announcement } from "../announcement/announcement.ts";
import { exitCodes, GrantwaveError } from "../errors.ts";
import { finalLine } from "./final-line.ts";
import type { Invocation } from "./invocation.ts";
import { gatherRequest } from "./run-request.ts";

/** Somebody waits before a form. */
const timeoutSeconds = 20;

/**
 * `grantwave parameters`: the plugin's dynamic announcement. It always ends well, with what could be found out: Argo CD
 * shows nothing of an Application, its static parameters neither, whose announcement fails (argo-cd 3.6.1
 * `cmpserver/plugin/plugin.go` getParametersAnnouncement).
 */
export async function announceParameters(invocation: Invocation): Promise<number> {
  const { stdout, stderr } = invocation.context;
  let announcements: readonly Announcement[] = [];
  try {
    const request = await gatherRequest(invocation, { toolVersion: false, timeoutSeconds });
    const announced = await announceSource(request.render, request.parameters, request.tools);
    announcements = announced.announcements;
    for (const notice of announced.notices) await stderr.write(`grantwave: not announced: ${notice}\n`);
  } catch (error) {
    if (!(error instanceof GrantwaveError)) throw error;
    const { message, hint } = error;
    const application = invocation.context.env["ARGOCD_APP_NAME"];
    await stderr.write(`${finalLine({ message, application, hint })}\n`);
  }
  await stdout.write(print(announcements));
  return exitCodes.fine;
}

/** One parameter a line, for people who look at it. */
function print(announcements: readonly Announcement[]): string {
  if (announcements.length === 0) return "[]\n";
  return `[\n${announcements.map((one) => `  ${JSON.stringify(one)}`).join(",\n")}\n]\n`;
}
