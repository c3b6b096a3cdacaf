import { basename } from "node:path";
import { notSent } from "./confined-path.ts";
import { decodeStream } from "./decode-text.ts";
import { ToolFailed } from "./exec.ts";
import { assertInboundLinks } from "./inbound-links.ts";
import type { EditedFolder } from "./kustomization/edited-folder.ts";
import { isUnedited } from "./kustomization/is-unedited.ts";
import { installGuards } from "./kustomize-guards.ts";
import type { RenderRequest } from "./render-request.ts";
import type { Rendered } from "./rendered.ts";
import { shellWords } from "./shell-words.ts";
import { toolVersion } from "./tool-version.ts";
import { findTool, lookUpTool, type Tools } from "./tools.ts";
import { type Workspace, withWorkspace } from "./workspace.ts";

/** A program that builds kustomizations, and how it is called. */
interface Kustomize {
  readonly file: string;
  readonly command: string;
  readonly build: readonly string[];
  readonly version: readonly string[];
}

/**
 * Builds a kustomization as Argo CD does, from the root of the repository (argo-cd 3.6 `util/kustomize/kustomize.go`
 * Build). Plugins, functions and the inflation of helm charts stay off, as they are by default.
 */
export async function renderKustomize(request: RenderRequest, tools: Tools): Promise<Rendered> {
  const kustomize = await findKustomize(tools);
  await assertInboundLinks(request.folder, request.root);
  return withWorkspace(request, tools, async (workspace) => {
    const guards = await installGuards(workspace.privateFolder, tools);
    const giveUp = new AbortController();
    const version = toolVersion(
      request,
      workspace,
      { command: `${basename(kustomize.file)} version`, file: kustomize.file, args: kustomize.version },
      /(?:"kustomizeVersion":\s*"|\b)(v\d+\.\d+\.\d+[^"\s]*)"?\s*\}?\s*$/,
      giveUp.signal,
    );
    try {
      const { folder, notices } = await folderToBuild(request, workspace.privateFolder);
      const text = await checkedBuild({ request, workspace, kustomize, guards, folder, giveUp });
      return {
        text,
        renderer: { tool: "kustomize", version: await version, command: kustomize.command },
        origins: [{ start: 0, file: kustomize.command, sourceComments: false }],
        notices: [...notices, ...workspace.notices],
      };
    } finally {
      giveUp.abort();
      await version;
    }
  });
}

/** What the operator named, kustomize first; else whichever PATH has, kustomize first. */
async function findKustomize(tools: Tools): Promise<Kustomize> {
  const wantsKubectl = !tools.paths.kustomize && Boolean(tools.paths.kubectl);
  const kustomize = wantsKubectl ? undefined : await lookUpTool("kustomize", tools);
  if (kustomize !== undefined) {
    return { file: kustomize, command: "kustomize build", build: ["build"], version: ["version"] };
  }
  const kubectl = await lookUpTool("kubectl", tools);
  if (kubectl === undefined) await findTool("kustomize", tools);
  return {
    file: kubectl ?? "",
    command: "kubectl kustomize",
    build: ["kustomize"],
    version: ["version", "--client", "--output", "json"],
  };
}

/** Settings of the Application are put into a private copy. */
async function folderToBuild(request: RenderRequest, privateFolder: string): Promise<EditedFolder> {
  if (isUnedited(request.kustomize)) return { folder: request.folder, notices: [] };
  const { editedFolder } = await import("./kustomization/edited-folder.ts");
  return editedFolder(request, privateFolder);
}

interface Build {
  readonly request: RenderRequest;
  readonly workspace: Workspace;
  readonly kustomize: Kustomize;
  readonly guards: readonly string[];
  readonly folder: string;
  readonly giveUp: AbortController;
}

/**
 * Builds while what the kustomizations name is checked, which takes a YAML reader to be loaded. Nothing of the build is
 * used or told before the check is through: where kustomize has read what it should not, nobody sees it.
 */
async function checkedBuild(options: Build): Promise<string> {
  const { request, giveUp } = options;
  const building = build(options);
  const built = building.then(
    () => {},
    () => {},
  );
  try {
    const { assertLocalBases } = await import("./kustomize-bases.ts");
    await assertLocalBases(request.folder, request.root);
  } catch (error) {
    giveUp.abort();
    await built;
    throw error;
  }
  return building;
}

async function build({ request, workspace, kustomize, guards, folder, giveUp }: Build): Promise<string> {
  const { command } = kustomize;
  const args = [...kustomize.build, folder];
  try {
    const { stdout } = await workspace.run({
      command,
      file: kustomize.file,
      args,
      cwd: request.root,
      guards,
      signal: giveUp.signal,
    });
    return decodeStream(stdout, `what \`${command}\` printed`);
  } catch (cause) {
    if (!(cause instanceof ToolFailed)) throw cause;
    throw cause.advised(advice(cause.words, request, [kustomize.file, ...kustomize.build, request.folder]));
  }
}

function advice(words: string, request: RenderRequest, run: readonly string[]): string {
  if (/accumulating (?:resources|components) from '(?:[a-z+]+:\/\/|git@)|git fetch/i.test(words)) {
    return request.offline
      ? "remote bases are forbidden by --offline: copy the base into the repository"
      : "check the address, the ref and the credentials of the remote base; or copy it into the repository";
  }
  if (/no such file|not a valid directory/i.test(words)) return notSent;
  const note = isUnedited(request.kustomize)
    ? ""
    : ", with the settings of the Application in its kustomization";
  return `to see it again: ${shellWords(run)}${note}`;
}
