import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { errorCode } from "./application-folder.ts";
import { ToolFailed } from "./exec.ts";
import { localTarget, mirrorChart } from "./mirror-chart.ts";
import type { RenderRequest } from "./render-request.ts";
import type { Workspace } from "./workspace.ts";

/** One line of `helm dependency list`. */
interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  readonly status: string;
}

/**
 * The folder to render: the chart itself where `charts/` holds what Chart.yaml asks for, else a private copy in which
 * `helm dependency build` has run. It never runs in the application's folder, since two builds in one folder delete each
 * other's work, and never touches our stdout.
 *
 * Which dependencies are there is helm's own judgement. Argo CD builds only when `helm template` misses one
 * (argo-cd 3.6 `util/helm/helm.go` IsMissingDependencyErr), and so overlooks a chart of the wrong version; here that is
 * an error.
 */
export async function chartWithDependencies(
  request: RenderRequest,
  workspace: Workspace,
  helm: string,
): Promise<string> {
  if (!(await mayHaveDependencies(request.folder))) return request.folder;
  const dependencies = await listDependencies(request, workspace, helm);
  const wrong = dependencies.find((dependency) => dependency.status === "wrong version");
  if (wrong !== undefined) {
    throw new UsageError(
      `charts/ holds ${wrong.name} in a version that Chart.yaml does not allow (${wrong.version})`,
      { hint: "run `helm dependency update` and commit charts/ and Chart.lock" },
    );
  }
  const missing = dependencies.filter((dependency) => dependency.status === "missing");
  if (missing.length === 0) return request.folder;
  for (const dependency of missing) checkReachable(dependency, request);
  const targets = dependencies.filter(isLocal).map((dependency) => localTarget(dependency.repository));
  const copy = await mirrorChart(request, workspace.privateFolder, targets);
  await build(request, workspace, helm, copy, missing);
  return copy;
}

/** No Chart.yaml that a person wrote is larger. */
const maxLookBytes = 1024 * 1024;

/** A cheap look that spares a process: no word of dependencies, no dependencies. */
async function mayHaveDependencies(folder: string): Promise<boolean> {
  if (await exists(join(folder, "requirements.yaml"))) return true;
  try {
    const file = join(folder, "Chart.yaml");
    if ((await stat(file)).size > maxLookBytes) return true;
    return (await readFile(file, "utf8")).includes("dependencies");
  } catch {
    // helm itself says best what is wrong with a chart that cannot be read.
    return false;
  }
}

async function listDependencies(
  request: RenderRequest,
  workspace: Workspace,
  helm: string,
): Promise<readonly Dependency[]> {
  const { stdout } = await workspace.run({
    command: "helm dependency list",
    file: helm,
    args: ["dependency", "list", ".", "--max-col-width", "65536"],
    cwd: request.folder,
  });
  return parseDependencies(stdout.toString("utf8"));
}

/** A table with a heading and tabs between its padded columns (helm 4.2 `pkg/action/dependency.go` printDependencies). */
export function parseDependencies(table: string): readonly Dependency[] {
  const dependencies: Dependency[] = [];
  for (const line of table.split("\n")) {
    const columns = line.split("\t").map((column) => column.trim());
    const [name, version, repository, status] = columns;
    if (name === undefined || version === undefined || repository === undefined || status === undefined)
      continue;
    if (name !== "NAME" || status !== "STATUS") dependencies.push({ name, version, repository, status });
  }
  return dependencies;
}

function isLocal(dependency: Dependency): boolean {
  return dependency.repository.startsWith("file://");
}

function checkReachable(dependency: Dependency, request: RenderRequest): void {
  const { name, repository } = dependency;
  if (repository === "") {
    throw new UsageError(
      `the chart ${name} is missing: Chart.yaml names no repository and charts/ does not hold it`,
      {
        hint: `commit it as charts/${name}, or give it a repository`,
      },
    );
  }
  if (repository.startsWith("@") || repository.startsWith("alias:")) {
    throw new UsageError(
      `the chart ${name} comes from ${repository}: named repositories are not known to plugins`,
      {
        hint: "write the repository's address into Chart.yaml, or commit charts/",
      },
    );
  }
  if (request.offline && !isLocal(dependency)) {
    throw new UsageError(
      `the chart ${name} ${dependency.version} would have to be fetched from ${repository}, which --offline forbids`,
      { hint: "run `helm dependency build` and commit charts/, or allow the network" },
    );
  }
}

async function build(
  request: RenderRequest,
  workspace: Workspace,
  helm: string,
  chart: string,
  missing: readonly Dependency[],
): Promise<void> {
  try {
    if (await hasLock(chart)) await addRepositories(workspace, helm, chart, missing);
    await workspace.run({
      command: "helm dependency build",
      file: helm,
      args: ["dependency", "build", "."],
      cwd: chart,
      chatter: true,
    });
  } catch (cause) {
    if (!(cause instanceof ToolFailed)) throw cause;
    throw cause.advised(buildAdvice(cause.words, request));
  }
}

function buildAdvice(words: string, request: RenderRequest): string {
  return /out of sync/.test(words)
    ? `Chart.lock does not match Chart.yaml: run \`helm dependency update\` in ${request.folder} and commit Chart.lock`
    : "check repository and version in Chart.yaml, and whether the repository can be reached; or commit charts/";
}

/** With a lock file helm takes charts only from repositories that it has been told of; Argo CD tells it as well. */
async function addRepositories(
  workspace: Workspace,
  helm: string,
  chart: string,
  missing: readonly Dependency[],
): Promise<void> {
  const addresses = new Set(
    missing
      .map((dependency) => dependency.repository)
      .filter((repository) => /^https?:\/\//.test(repository)),
  );
  for (const address of addresses) {
    await workspace.run({
      command: "helm repo add",
      file: helm,
      args: ["repo", "add", address.replaceAll("/", "-"), address],
      cwd: chart,
      chatter: true,
    });
  }
}

async function hasLock(chart: string): Promise<boolean> {
  return (await exists(join(chart, "Chart.lock"))) || (await exists(join(chart, "requirements.lock")));
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return false;
    throw cause;
  }
}
