import { access } from "node:fs/promises";
import { join } from "node:path";
import { readApplications } from "../argo/application.ts";
import { locateSource } from "../argo/application-source.ts";
import { GrantwaveError, UsageError } from "../errors.ts";
import { blockRequest } from "../migrate/block-request.ts";
import { type Comparison, compareRenders } from "../migrate/compare-renders.ts";
import { isApplication } from "../migrate/find-sources.ts";
import type { MigratedSource } from "../migrate/migrate-text.ts";
import { overridingFile } from "../migrate/source-overrides.ts";
import type { FlagTexts } from "../parameters/read-flags.ts";
import type { ParameterName } from "../parameters.ts";
import { applicationEnvironment } from "./application-environment.ts";
import type { Invocation } from "./invocation.ts";
import { gatherRequest } from "./run-request.ts";

export interface Surroundings {
  readonly invocation: Invocation;
  /** The checkout; undefined where there is none. */
  readonly root: string | undefined;
  /** The rewritten file. */
  readonly text: string;
  readonly file: string;
}

/** Which of a file's Applications, and which of its sources; from 0. */
export interface SourceNumbers {
  readonly application: number;
  readonly source: number;
}

/** Stands for the commit that Argo CD would render: both sides see the same. */
const someRevision = "0000000000000000000000000000000000000000";

const revisions = {
  ARGOCD_APP_REVISION: someRevision,
  ARGOCD_APP_REVISION_SHORT: someRevision.slice(0, 7),
  ARGOCD_APP_REVISION_SHORT_8: someRevision.slice(0, 8),
};

/** What only `migrate` itself looks at. */
const ownFlags: ReadonlySet<ParameterName> = new Set(["plugin", "write", "check"]);

/**
 * Whether a rewritten source renders in the checkout as it did; undefined for one that was not rewritten.
 *
 * @throws UsageError where a file of the application's folder would bring the old block back.
 */
export async function compareSource(
  { source, outcome }: MigratedSource,
  numbers: SourceNumbers,
  { invocation, root, text, file }: Surroundings,
): Promise<Comparison | undefined> {
  if (outcome.kind !== "rewritten") return undefined;
  const { manifest, spec, isOneOfSeveral } = source;
  if (!isApplication(manifest))
    return notCompared("the generators of an ApplicationSet decide what it renders");
  const location = locateSource(spec, isOneOfSeveral);
  if (location.kind !== "folder") return notCompared(`a checkout does not hold its ${location.kind}`);
  if (root === undefined) return notCompared("there is no checkout: name its root with --root");
  const folder = join(root, location.path);
  if (!(await isThere(folder))) {
    return notCompared(
      `there is no folder ${location.path} in ${root}: name the root of its checkout with --root`,
    );
  }
  await refuseOverrides(folder, location.path, manifest.ref.name);
  const application = readApplications(text, file).value[numbers.application];
  const rewritten = application?.sources[numbers.source];
  if (application === undefined || rewritten === undefined) throw new Error("the rewritten source is gone");
  const { context, flags } = invocation;
  const environment = applicationEnvironment(application, rewritten);
  const gather = (parameters: string) => {
    const env = { ...revisions, ...context.env, ...environment, ARGOCD_APP_PARAMETERS: parameters };
    const call = { context: { ...context, env, cwd: folder }, folder: undefined, onApplication: () => {} };
    return gatherRequest({ ...call, flags: flagsFor(flags, root) }, { toolVersion: false });
  };
  try {
    const after = await gather(environment["ARGOCD_APP_PARAMETERS"] ?? "");
    const { render: base, tools } = await gather("");
    return await compareRenders(blockRequest(spec, base, tools.env), after.render, tools);
  } catch (error) {
    if (error instanceof GrantwaveError) return { kind: "different", what: error.message };
    throw error;
  }
}

function notCompared(why: string): Comparison {
  return { kind: "not-compared", why };
}

/** Those of the renderers; a root that is relative to where the command was called, as the checkout's. */
function flagsFor(flags: FlagTexts, root: string): FlagTexts {
  const kept = [...flags].filter(([name]) => !ownFlags.has(name));
  return new Map([...kept, ["root", [root]]]);
}

async function refuseOverrides(folder: string, path: string, application: string): Promise<void> {
  const overrides = await overridingFile(folder, application);
  if (overrides === undefined) return;
  throw new UsageError(
    `${join(path, overrides)} has a block of its own, or cannot be looked into: Argo CD would put it beside the plugin's and refuse both`,
    { hint: "move what it sets into the Application, or into the same file as parameters of the plugin" },
  );
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
