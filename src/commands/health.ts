import { loadConfig } from "../config/load-config.ts";
import { exitCodes, UsageError } from "../errors.ts";
import { healthPatch, type ReportedKind } from "../health/health-patch.ts";
import { namedKind, reportedKinds } from "../health/reported-kinds.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import type { Invocation } from "./invocation.ts";

/**
 * `grantwave health [kind]`: health checks for Argo CD, as a patch of its ConfigMap, for policies that a controller reports
 * on.
 */
export async function health(invocation: Invocation): Promise<number> {
  const { values } = resolveParameters(invocation.flags, invocation.context.env);
  const kinds = await kindsOf(invocation, values);
  await invocation.context.stdout.write(healthPatch(kinds, values["argocd-namespace"] ?? "argocd"));
  return exitCodes.fine;
}

async function kindsOf(
  { context, subject }: Invocation,
  values: ReturnType<typeof resolveParameters>["values"],
): Promise<readonly ReportedKind[]> {
  if (subject !== undefined) return [namedKind(subject, values.condition)];
  const { config, file } = await loadConfig({ named: values.config, root: context.cwd, cwd: context.cwd });
  const kinds = reportedKinds(config.signers);
  if (kinds.length === 0) {
    throw new UsageError(
      `${file ?? "the configuration"} has no signer with readiness method status, so there is nothing to check`,
      { hint: "or name a kind, as in grantwave health CertificateRequestPolicy.policy.cert-manager.io" },
    );
  }
  return kinds;
}
