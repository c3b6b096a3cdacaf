import type { SignerConfig } from "../config/config.ts";
import { UsageError } from "../errors.ts";
import { compareText } from "../manifest/object-ref.ts";
import { quote } from "../quote.ts";
import { presetOf } from "../signers/presets.ts";
import type { ReportedKind } from "./health-patch.ts";

/** What may stand in a key of a ConfigMap and between quotes of Lua. */
const plain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const plainCondition = /^[A-Za-z0-9][A-Za-z0-9./_-]*$/;

/**
 * The kinds of policy objects that controllers report on (readiness method `status`), by the configuration; those of one
 * kind together, sorted.
 *
 * @throws UsageError where a name could not be written down.
 */
export function reportedKinds(signers: readonly SignerConfig[]): readonly ReportedKind[] {
  const kinds = new Map<string, ReportedKind>();
  for (const signer of signers) {
    if (signer.readiness.method !== "status") continue;
    const { group, kind } = presetOf(signer).read(signer, []).value.policyRef;
    const known = kinds.get(`${group}_${kind}`)?.conditions ?? [];
    const conditions = [...new Set([...known, signer.readiness.condition])].sort(compareText);
    kinds.set(`${group}_${kind}`, checked({ group, kind, conditions }));
  }
  return [...kinds].sort(([a], [b]) => compareText(a, b)).map(([, kind]) => kind);
}

/**
 * The kind that somebody names on the command line.
 *
 * @param text `KIND.GROUP`, or `KIND` for the core group.
 * @throws UsageError where it is not of that form.
 */
export function namedKind(text: string, condition: string): ReportedKind {
  const [kind = "", ...group] = text.split(".");
  return checked({ group: group.join("."), kind, conditions: [condition] });
}

function checked(reported: ReportedKind): ReportedKind {
  const { conditions, group, kind } = reported;
  if (!plain.test(kind) || (group !== "" && !plain.test(group))) {
    throw new UsageError(`${quote(group === "" ? kind : `${kind}.${group}`)} is no kind`, {
      hint: "it is named KIND.GROUP, as in CertificateRequestPolicy.policy.cert-manager.io",
    });
  }
  const wrong = conditions.find((condition) => !plainCondition.test(condition));
  if (wrong !== undefined) throw new UsageError(`${quote(wrong)} is no type of a condition`);
  return reported;
}
