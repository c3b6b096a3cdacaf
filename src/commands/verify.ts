import { readLiveApplication } from "../argo/live-application.ts";
import { type ClusterReader, clusterReader } from "../cluster/cluster-reader.ts";
import { kubeconfigConnection } from "../cluster/kubeconfig.ts";
import { emptyConfig, loadConfig } from "../config/load-config.ts";
import { parseConfig } from "../config/parse-config.ts";
import { exitCodes, UsageError } from "../errors.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { quote } from "../quote.ts";
import { verificationFormatNames, verificationFormats } from "../report/verification-formats.ts";
import { decide, type Verification } from "../report/verification-report.ts";
import { isOwnCluster } from "../verify/barrier-place.ts";
import type { AskedApplication, Question } from "../verify/check.ts";
import { type NamedResult, runChecks } from "../verify/checks.ts";
import { installedConfiguration } from "../verify/installed-configuration.ts";
import { version } from "../version.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { writeReports } from "./write-reports.ts";

/** What each decision ends with. */
const codes: { readonly [D in Verification["decision"]]: number } = {
  pass: exitCodes.fine,
  fail: exitCodes.findings,
  "cannot-decide": exitCodes.cannotDecide,
};

/**
 * `grantwave verify [application]`: whether what install/ brings is really active, read from the cluster. It changes
 * nothing there.
 */
export async function verify({ context, flags, subject }: Invocation): Promise<number> {
  const { values } = resolveParameters(flags, context.env);
  const targets = readOutputs(values.output, verificationFormatNames, "text");
  const argocdNamespace = values["argocd-namespace"] ?? "argocd";
  const open = async (file: string | undefined) =>
    clusterReader(await kubeconfigConnection(file, values.context), context.signal);
  const argoCd = await open(values.kubeconfig);
  const application = subject === undefined ? undefined : await ask(argoCd, subject, argocdNamespace);
  const repoServer = await findRepoServer(argoCd, argocdNamespace);
  const question: Question = {
    argoCd,
    destination: undefined,
    argocdNamespace,
    ...(await configurationOf(argoCd, repoServer, values.config, context.cwd)),
    version,
    repoServer,
    application,
  };
  const other = values["destination-kubeconfig"];
  const destination =
    other === undefined
      ? isOwnCluster(question)
        ? argoCd
        : undefined
      : clusterReader(await kubeconfigConnection(other, undefined), context.signal);
  const verification = report(question, await runChecks({ ...question, destination }));
  await writeReports(context, targets, (format, options) =>
    verificationFormats[format](verification, options),
  );
  return codes[verification.decision];
}

/** `NAME`, or `NAMESPACE/NAME` for an Application outside of Argo CD's namespace. */
async function ask(reader: ClusterReader, text: string, argocdNamespace: string): Promise<AskedApplication> {
  const [name = "", namespace = argocdNamespace, ...rest] = text.split("/").reverse();
  const ref = { group: "argoproj.io", kind: "Application", namespace, name };
  const object = rest.length > 0 || name === "" ? undefined : await reader.get(ref);
  if (object === undefined) {
    throw new UsageError(`there is no Application ${quote(text)} in ${reader.where}`, {
      hint: "it is named [NAMESPACE/]NAME",
    });
  }
  return { ref, object, live: readLiveApplication(object) };
}

/** By the label that Argo CD's manifests and its chart give it; the chart makes the name from the release's. */
async function findRepoServer(reader: ClusterReader, namespace: string): Promise<JsonObject | undefined> {
  const labels = { "app.kubernetes.io/component": "repo-server", "app.kubernetes.io/part-of": "argocd" };
  const [found] = await reader.list({ group: "apps", kind: "Deployment" }, namespace, labels);
  return found;
}

/** The one that the sidecars mount is the one that counts, unless another one is named. */
async function configurationOf(
  reader: ClusterReader,
  repoServer: JsonObject | undefined,
  named: string | undefined,
  cwd: string,
): Promise<Pick<Question, "config" | "configuration">> {
  if (named !== undefined) {
    const { config, file } = await loadConfig({ named, root: cwd, cwd });
    return { config, configuration: { from: file } };
  }
  const installed = repoServer && (await installedConfiguration(reader, repoServer));
  if (installed === undefined) return { config: emptyConfig(), configuration: { from: undefined } };
  const { from, text } = installed;
  try {
    return { config: parseConfig(text, "grantwave.yaml", "operator"), configuration: { from } };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { config: emptyConfig(), configuration: { from, problem: error.message } };
  }
}

function report(
  { application, argoCd, argocdNamespace }: Question,
  found: readonly NamedResult[],
): Verification {
  const results = found.map(({ check, hint, message, ref, status }) => ({
    check,
    status,
    message,
    hint: hint ?? null,
    ref: ref ?? null,
  }));
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "Verification",
    cluster: argoCd.where,
    argocdNamespace,
    application: application?.ref ?? null,
    results,
    decision: decide(results),
  };
}
