import { access } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { lastText } from "../parameters/read-flags.ts";
import { standardInput } from "../render/render-request.ts";
import { nearestRepository, repositoryRoot } from "../render/repository-root.ts";
import type { Invocation } from "./invocation.ts";

/** Where the application is, and what its Application file would have Argo CD say about it. */
export interface Place {
  /** Absolute, or `-` for standard input. */
  readonly folder: string;
  /** Absolute. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The destination cluster: its address, or its name in Argo CD. */
  readonly cluster: string;
  /** Numbers, from 1, of the Application's sources that have the identity of the one looked at, itself among them. */
  readonly alikeSources: readonly number[];
  /** How many sources the Application file has; undefined where there is no such file. */
  readonly sourceCount: number | undefined;
  /** The mode that the live Application is annotated with; a file's stands in `environment`. */
  readonly liveMode?: string | undefined;
}

/** Argo CD's address of the cluster that it runs in. */
const ownCluster = "https://kubernetes.default.svc";

/**
 * Finds the folder and its repository. A folder that is not given is the one that the Application file names, in the
 * repository that holds the file; else the working directory.
 *
 * @throws OutsideError where the Application is to be looked up, and cannot be.
 * @throws UsageError where the Application file is not there, wrong, or needs what this version cannot do, and where the
 * folder that it names is not there.
 */
export async function findPlace(invocation: Invocation): Promise<Place> {
  const { context, flags, folder: given } = invocation;
  const { cwd, env } = context;
  const explicit = lastText(flags, "root") ?? (env["GRANTWAVE_ROOT"] || undefined);
  const sourcePath = lastText(flags, "source-path") ?? env["ARGOCD_APP_SOURCE_PATH"];
  const target = given === undefined || given === standardInput ? cwd : resolve(cwd, given);
  const file = lastText(flags, "application");
  const ofFile = file === undefined || given !== undefined ? undefined : await repositoryOf(file, cwd);
  const root = await repositoryRoot({ explicit: explicit ?? ofFile, cwd, sourcePath, folder: target });
  const here = { folder: given === standardInput ? given : target, root };
  if (flags.has("look-up")) {
    const { placeFromCluster } = await import("./place-from-cluster.ts");
    const { cluster, mode: liveMode, ...sources } = await placeFromCluster(invocation);
    return { ...here, environment: {}, cluster: cluster || ownCluster, ...sources, liveMode };
  }
  if (file === undefined) {
    return { ...here, environment: {}, cluster: ownCluster, alikeSources: [], sourceCount: undefined };
  }
  // Loaded when it is needed: in the sidecar it never is, and reading schemas takes time.
  const { readApplication } = await import("./read-application.ts");
  const { applicationEnvironment } = await import("./application-environment.ts");
  const chosen = await readApplication(file, cwd, {
    name: lastText(flags, "name"),
    folder: given === undefined || given === standardInput ? undefined : relative(root, target),
    source: lastText(flags, "source"),
  });
  const environment = applicationEnvironment(chosen.application, chosen.source);
  const { server, name } = chosen.application.destination;
  const folder = given === undefined ? resolve(root, chosen.path) : here.folder;
  if (given === undefined && !(await isThere(folder))) {
    const isOwn = explicit === undefined && ofFile !== undefined;
    const where = `looked for in ${isOwn ? `the repository of ${file}: ` : ""}${root}`;
    throw new UsageError(
      `there is no folder ${folder}: the source of Application ${chosen.application.name} has the path ${chosen.path}, ${where}`,
      { hint: "check spec.source.path, name the root with --root, or the folder on the command line" },
    );
  }
  const sourceCount = chosen.application.sources.length;
  const cluster = server || name || ownCluster;
  return { root, folder, environment, cluster, alikeSources: chosen.alike, sourceCount };
}

/** The root of the repository that holds an Application file; undefined where it stands in none. */
function repositoryOf(file: string, cwd: string): Promise<string | undefined> {
  return nearestRepository(dirname(resolve(cwd, file)));
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
