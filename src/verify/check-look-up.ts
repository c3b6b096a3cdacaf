import { textAt } from "../manifest/manifest.ts";
import type { Check } from "./check.ts";
import { sidecarsOf } from "./sidecars.ts";

/** Whether `grantwave-auto` may read the Applications that opt in by annotation. */
export const checkLookUp: Check = {
  name: "look-up",
  async run({ application, argoCd, argocdNamespace, repoServer }) {
    if (repoServer === undefined || !sidecarsOf(repoServer).has("grantwave-auto")) return [];
    const account = textAt(repoServer, "spec", "template", "spec", "serviceAccountName") ?? "default";
    const user = `system:serviceaccount:${argocdNamespace}:${account}`;
    const namespaces = new Set([argocdNamespace, application?.ref.namespace ?? argocdNamespace]);
    return Promise.all(
      [...namespaces].map(async (namespace) => {
        const access = { verb: "get", group: "argoproj.io", kind: "Application", namespace, name: undefined };
        return (await argoCd.may(user, access))
          ? { status: "passed", message: `${user} may read Applications in namespace ${namespace}` }
          : {
              status: "failed",
              message: `${user} may not read Applications in namespace ${namespace}`,
              hint:
                namespace === argocdNamespace
                  ? "install/repo-server-auto has the Role"
                  : "install/any-namespace has the ClusterRole",
            };
      }),
    );
  },
};
