import { type AccessNeed, barrierAccess } from "../barrier/access.ts";
import { barrierNamespace, needsAccount } from "./barrier-place.ts";
import type { Check, CheckResult } from "./check.ts";

/** Whether barriers may read all that they wait for. */
export const checkBarrierRights: Check = {
  name: "barrier-rights",
  async run(question) {
    const { config, destination } = question;
    const namespace = barrierNamespace(question);
    if (!needsAccount(question) || destination === undefined || namespace === undefined) return [];
    const user = `system:serviceaccount:${namespace}:${config.barrier.serviceAccountName}`;
    const results = await Promise.all(
      config.signers.map(async (signer): Promise<readonly CheckResult[]> => {
        const needs = barrierAccess(signer);
        const allowed = await Promise.all(needs.map((need) => destination.may(user, need)));
        const missing = needs.filter((_, index) => allowed[index] === false);
        if (missing.length === 0) {
          const message = `${user} may read what barriers of signer ${signer.name} wait for`;
          return needs.length === 0 ? [] : [{ status: "passed", message }];
        }
        return missing.map((need) => ({
          status: "failed",
          message: `${user} may not ${words(need)}, which barriers of signer ${signer.name} need`,
          hint: "adapt the Roles of install/barrier to this signer",
        }));
      }),
    );
    return results.flat();
  },
};

function words({ kind, name, namespace, verb }: AccessNeed): string {
  const what = name === undefined ? kind : `${kind} ${name}`;
  return `${verb} ${what} in ${namespace === "" ? "the whole cluster" : `namespace ${namespace}`}`;
}
