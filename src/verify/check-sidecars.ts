import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { Check, CheckResult, Question } from "./check.ts";
import { list, pluginNames, type SidecarName, sidecarsOf, volumeAt } from "./sidecars.ts";

/** Whether the repo-server has the sidecars, and what Argo CD wants of them. */
export const checkSidecars: Check = {
  name: "sidecars",
  async run(question) {
    const { argocdNamespace, repoServer } = question;
    if (repoServer === undefined) {
      return [
        {
          status: "failed",
          message: `there is no repo-server in namespace ${argocdNamespace}`,
          hint: "name Argo CD's namespace with --argocd-namespace",
        },
      ];
    }
    const sidecars = sidecarsOf(repoServer);
    return pluginNames.flatMap((name) => {
      const container = sidecars.get(name);
      return container === undefined
        ? [missing(name, sidecars.size > 0)]
        : judge(name, container, repoServer, question);
    });
  },
};

/** One of the two is enough. */
function missing(name: SidecarName, isOther: boolean): CheckResult {
  const message = `the repo-server has no sidecar ${name}`;
  return isOther
    ? { status: "skipped", message }
    : { status: "failed", message, hint: "docs/install.md says how to add it" };
}

function judge(
  name: SidecarName,
  container: JsonObject,
  deployment: JsonObject,
  { version }: Question,
): readonly CheckResult[] {
  const problems = [
    ...(volumeAt(container, "/home/argocd/cmp-server/plugins") === "plugins"
      ? []
      : [
          "does not mount the volume `plugins` at /home/argocd/cmp-server/plugins, so Argo CD does not see it",
        ]),
    ...(volumeAt(container, "/var/run/argocd") === undefined
      ? ["does not mount `var-files` at /var/run/argocd, where argocd-cmp-server is"]
      : []),
    ...(sharesTmp(name, container, deployment)
      ? ["shares /tmp with another container: Argo CD's own holds checkouts of all repositories"]
      : []),
    ...(name === "grantwave-auto" && volumeAt(container, tokenFolder) === undefined
      ? [`mounts no token at ${tokenFolder}, so no Application can be looked up`]
      : []),
  ];
  const image = textAt(container, "image") ?? "";
  const isSame = image.endsWith(`:${version}`);
  return [
    ...problems.map(
      (problem): CheckResult => ({
        status: "failed",
        message: `the sidecar ${name} ${problem}`,
        hint: "compare it with install/",
      }),
    ),
    ...(problems.length === 0
      ? [{ status: "passed", message: `the repo-server has the sidecar ${name}, image ${image}` } as const]
      : []),
    ...(isSame
      ? []
      : [
          {
            status: "warning",
            message: `the sidecar ${name} runs ${image}, and this is grantwave ${version}`,
            hint: "verify with the version that is installed: what it needs may differ",
          } as const,
        ]),
  ];
}

const tokenFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

function sharesTmp(name: string, container: JsonObject, deployment: JsonObject): boolean {
  const tmp = volumeAt(container, "/tmp");
  return (
    tmp !== undefined &&
    list(valueAt(deployment, "spec", "template", "spec", "containers")).some(
      (other) =>
        textAt(other, "name") !== name &&
        list(valueAt(other, "volumeMounts")).some((mount) => textAt(mount, "name") === tmp),
    )
  );
}
