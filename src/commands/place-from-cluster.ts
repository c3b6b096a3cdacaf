import { normaliseGitUrl } from "../argo/git-url.ts";
import type { LiveApplication } from "../argo/live-application.ts";
import { enabledAnnotation, optInOf } from "../argo/opt-in.ts";
import { OutsideError, UsageError } from "../errors.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { annotatedMode } from "./annotated-mode.ts";
import { debugLog } from "./debug-log.ts";
import type { Invocation } from "./invocation.ts";
import { lookUp } from "./look-up.ts";
import { normaliseSourcePath } from "./source-identity.ts";

/** What the Application in the cluster says beside what Argo CD hands to its plugin. */
export interface LivePlace {
  /** The destination cluster: its address, or its name in Argo CD; empty where it names none. */
  readonly cluster: string;
  /** Numbers, from 1, of sources that nobody can tell apart, if this run renders one of them. */
  readonly alikeSources: readonly number[];
  readonly sourceCount: number;
  /** The annotation `grantwave.dev/mode`; undefined where there is none. */
  readonly mode: string | undefined;
}

/**
 * `generate --look-up`: asks again what `discover` asked, and fails where people see it.
 *
 * @throws OutsideError where the API server does not say, and where the Application is not opted in: then it was matched
 *   because discovery could not find out, and Argo CD has to render it itself.
 */
export async function placeFromCluster({ context, flags }: Invocation): Promise<LivePlace> {
  const { values } = resolveParameters(flags, context.env);
  const { name } = values;
  if (name === undefined) {
    throw new UsageError("--look-up needs the name of an Application", {
      hint: "Argo CD sets ARGOCD_APP_NAME when it renders one; elsewhere give --name, or leave --look-up away",
    });
  }
  const live = await lookUp(name, values, context, "all", debugLog(context, values.log === "debug"));
  if (live === undefined) {
    throw new OutsideError("there is no such Application", { hint: "it may have been deleted meanwhile" });
  }
  if (optInOf(live.annotations) !== "in") {
    throw new OutsideError(`this Application has no annotation ${enabledAnnotation}: "true"`, {
      hint: "its discovery could not ask the API server; refresh it, and Argo CD renders it itself",
    });
  }
  const { env } = context;
  return {
    cluster: live.cluster,
    sourceCount: live.sources.length,
    alikeSources: alikeSources(
      live,
      normaliseGitUrl(env["ARGOCD_APP_SOURCE_REPO_URL"] ?? ""),
      normaliseSourcePath(env["ARGOCD_APP_SOURCE_PATH"] ?? ""),
    ),
    mode: annotatedMode(live.annotations, name),
  };
}

/** Those with the repository and path of this run that share their name with another one. */
function alikeSources({ sources }: LiveApplication, repoURL: string, path: string): readonly number[] {
  const same = sources.flatMap((source, index) =>
    normaliseGitUrl(source.repoURL) === repoURL && normaliseSourcePath(source.path) === path
      ? [{ name: source.name, number: index + 1 }]
      : [],
  );
  return same
    .filter(({ name, number }) => same.some((other) => other.name === name && other.number !== number))
    .map(({ number }) => number);
}
