import { UsageError } from "../errors.ts";
import { decodeStream } from "./decode-text.ts";
import { ToolFailed } from "./exec.ts";
import { seeAgain } from "./helm-again.ts";
import { chartWithDependencies } from "./helm-dependencies.ts";
import { valuesArguments } from "./helm-values.ts";
import { assertInboundLinks } from "./inbound-links.ts";
import { kubeVersion } from "./kube-version.ts";
import type { RenderRequest } from "./render-request.ts";
import type { Rendered } from "./rendered.ts";
import { toolVersion } from "./tool-version.ts";
import { findTool, type Tools } from "./tools.ts";
import { type Workspace, withWorkspace } from "./workspace.ts";

const command = "helm template";

/**
 * Renders a chart as Argo CD does (argo-cd 3.6 `util/helm/cmd.go` template, `reposerver/repository/repository.go`
 * helmTemplate). All of helm's stdout is the render; whether it is manifests only, a later stage decides.
 */
export async function renderHelm(request: RenderRequest, tools: Tools): Promise<Rendered> {
  const helm = await findTool("helm", tools);
  await assertInboundLinks(request.folder, request.root);
  return withWorkspace(request, tools, async (workspace) => {
    const values = await valuesArguments(request, workspace.privateFolder);
    const giveUp = new AbortController();
    const version = toolVersion(
      request,
      workspace,
      { command: "helm version", file: helm, args: ["version", "--short"] },
      /^(v?\d+\.\d+\.\d+[^+\s]*)/m,
      giveUp.signal,
    );
    try {
      const text = await template(request, workspace, helm, values);
      return {
        text,
        renderer: { tool: "helm", version: await version, command },
        origins: [{ start: 0, file: command, sourceComments: true }],
        notices: workspace.notices,
      };
    } finally {
      // Nothing may run on in the private folder once it is removed.
      giveUp.abort();
      await version;
    }
  });
}

async function template(
  request: RenderRequest,
  workspace: Workspace,
  helm: string,
  values: readonly string[],
): Promise<string> {
  const chart = await chartWithDependencies(request, workspace, helm);
  const options = [".", ...templateArguments(request)];
  const args = ["template", ...options, ...values];
  try {
    const { stdout } = await workspace.run({ command, file: helm, args, cwd: chart });
    return decodeStream(stdout, `what \`${command}\` printed`);
  } catch (cause) {
    if (!(cause instanceof ToolFailed)) throw cause;
    const { privateFolder } = workspace;
    const isBuilt = chart !== request.folder;
    throw cause.advised(seeAgain(request, { helm, options, values, privateFolder, isBuilt }));
  }
}

function templateArguments(request: RenderRequest): readonly string[] {
  const { helm } = request;
  const args = ["--name-template", releaseName(request)];
  const namespace = helm.namespace || request.namespace;
  if (namespace !== "") args.push("--namespace", namespace);
  const version = kubeVersion(request.kubeVersion);
  if (version !== undefined) args.push("--kube-version", version);
  for (const apiVersion of request.apiVersions) {
    if (apiVersion !== "") args.push("--api-versions", apiVersion);
  }
  if (!helm.skipCrds) args.push("--include-crds");
  if (helm.skipSchemaValidation) args.push("--skip-schema-validation");
  if (helm.skipTests) args.push("--skip-tests");
  return args;
}

/** What helm takes for the name of a release (helm 4.2 `pkg/chart/common/util/validate_name.go`). */
const releaseNames = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const maxReleaseName = 53;

/**
 * The given name, else the application's without the namespace that stands before it (argo-cd 3.6 `util/argo/argo.go`
 * ParseInstanceName). Checked here, since `--name-template` would run a template that stands in it.
 */
function releaseName(request: RenderRequest): string {
  const name = request.helm.releaseName || request.name.slice(request.name.indexOf("_") + 1);
  if (name.length <= maxReleaseName && releaseNames.test(name)) return name;
  throw new UsageError(
    name === ""
      ? "helm needs a release name, and the application has no name"
      : `${JSON.stringify(name.slice(0, 100))} cannot be the name of a helm release`,
    {
      hint: `give one of at most ${maxReleaseName} lower-case letters, digits, - and . with --release-name`,
    },
  );
}
