import { textAt } from "../manifest/manifest.ts";
import { barrierNamespace, isOwnCluster, ownCluster } from "./barrier-place.ts";
import type { Check, CheckResult } from "./check.ts";
import { permitsDestination, permitsKind } from "./project-rules.ts";

/** Whether the Application's project lets its barriers be applied: otherwise the whole sync fails at its start. */
export const checkProject: Check = {
  name: "project",
  async run(question) {
    const { application, argoCd, argocdNamespace } = question;
    if (application === undefined) return [];
    const name = textAt(application.object, "spec", "project") || "default";
    const ref = { group: "argoproj.io", kind: "AppProject", namespace: argocdNamespace, name };
    const project = await argoCd.get(ref);
    if (project === undefined) {
      const message = `there is no AppProject ${name} in namespace ${argocdNamespace}`;
      return [{ status: "failed", message, hint: "correct spec.project of the Application", ref }];
    }
    const results: CheckResult[] = [];
    if (!permitsKind(project, "batch", "Job")) {
      results.push({
        status: "failed",
        message: `AppProject ${name} does not allow Jobs, which barriers are`,
        hint: "add { group: batch, kind: Job } to namespaceResourceWhitelist, or take it off namespaceResourceBlacklist",
        ref,
      });
    }
    const namespace = barrierNamespace(question);
    const cluster = isOwnCluster(question)
      ? ownCluster
      : {
          server: textAt(application.object, "spec", "destination", "server") ?? "",
          name: textAt(application.object, "spec", "destination", "name") ?? "",
        };
    if (namespace !== undefined && !permitsDestination(project, { ...cluster, namespace })) {
      const isHalfKnown = cluster.server === "" || cluster.name === "";
      const where = `namespace ${namespace} of ${cluster.server || cluster.name}, where barriers run`;
      results.push(
        isHalfKnown
          ? {
              // Argo CD knows both names of a cluster, from a Secret that nobody but Argo CD should read.
              status: "unknown",
              message: `whether AppProject ${name} allows ${where}, depends on the cluster's other name`,
              hint: "look for it in destinations of the project: argocd cluster list has both names",
              ref,
            }
          : {
              status: "failed",
              message: `AppProject ${name} does not allow ${where}`,
              hint: "add it to destinations; install/app-project does that for a whole build",
              ref,
            },
      );
    }
    return results.length > 0
      ? results
      : [{ status: "passed", message: `AppProject ${name} allows barriers`, ref }];
  },
};
