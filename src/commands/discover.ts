import { enabledAnnotation, optInOf } from "../argo/opt-in.ts";
import { exitCodes, GrantwaveError } from "../errors.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { type DebugLog, debugLog } from "./debug-log.ts";
import { discoverByContent } from "./discover-by-content.ts";
import { finalLine } from "./final-line.ts";
import type { Invocation } from "./invocation.ts";
import { lookUp } from "./look-up.ts";

/** Argo CD takes anything on stdout for a match (argo-cd 3.6.1 `cmpserver/plugin/plugin.go` `matchRepository`). */
const match = "grantwave\n";

/**
 * `grantwave discover`: the discovery of `grantwave-auto`. It prints its word for an Application that opted in, and
 * nothing for any other, without a name, or for one that does not exist yet. It always ends well: Argo CD renders by
 * itself, without a word, what a failed discovery might have matched. So what it cannot find out **matches**, and
 * `generate`, which asks again, fails where people see it.
 */
export async function discover(invocation: Invocation): Promise<number> {
  const { context, flags, folder } = invocation;
  if (flags.has("by-content")) {
    const found = await discoverByContent(context.cwd, folder);
    if (found !== undefined) await context.stdout.write(`${found}\n`);
    return exitCodes.fine;
  }
  const application = context.env["ARGOCD_APP_NAME"];
  if (!application) return exitCodes.fine;
  if (await isMatch(invocation, application)) await context.stdout.write(match);
  return exitCodes.fine;
}

async function isMatch({ context, flags }: Invocation, application: string): Promise<boolean> {
  const tell = (message: string, hint?: string) =>
    context.stderr.write(`${finalLine({ message, application, hint })}\n`);
  try {
    const { values } = resolveParameters(flags, context.env);
    const debug = debugLog(context, values.log === "debug");
    const live = await lookUp(application, values, context, "metadata", debug);
    if (live === undefined) return false;
    const optIn = optInOf(live.annotations);
    if (optIn === "unclear") {
      await tell(`the annotation ${enabledAnnotation} is not "true", so this Application is not opted in`);
    }
    await tellDecision(debug, optIn === "in");
    return optIn === "in";
  } catch (error) {
    const known = error instanceof GrantwaveError;
    const why = error instanceof Error ? error.message : String(error);
    await tell(
      `whether this Application is opted in cannot be found out, so generate will ask again: ${why}`,
      known ? error.hint : undefined,
    );
    return true;
  }
}

function tellDecision(debug: DebugLog, opted: boolean): Promise<void> {
  return debug(opted ? "opted in: match" : "not opted in: Argo CD renders it itself");
}
