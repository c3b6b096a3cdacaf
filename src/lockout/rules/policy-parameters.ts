import { finding } from "../../findings/finding.ts";
import { isObject, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import type { LockoutRule } from "../rule.ts";

const kinds: ReadonlySet<string> = new Set(["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"]);

/** LO025: an admission policy that fails closed refuses everything until its parameters are there. */
export const policyParameters: LockoutRule = {
  id: "LO025",
  find: ({ model }) => {
    const { manifests } = model.surroundings;
    const bindings = manifests.filter(({ ref }) => ref.kind.endsWith("AdmissionPolicyBinding"));
    return manifests.filter(isClosedWithParameters).flatMap(({ ref, source, value }) => {
      const denying = bindings.filter(
        (binding) =>
          textAt(binding.value, "spec", "policyName") === ref.name &&
          textAt(binding.value, "spec", "paramRef", "parameterNotFoundAction") === "Deny",
      );
      if (denying.length === 0) return [];
      const kind = textAt(value, "spec", "paramKind", "kind") ?? "";
      const isThere = manifests.some((manifest) => manifest.ref.kind === kind);
      return isThere ? [] : [finding("admission-policy-parameters", { refs: [ref], source }, { kind })];
    });
  },
};

function isClosedWithParameters({ ref, value }: Manifest): boolean {
  return (
    kinds.has(ref.kind) &&
    isObject(valueAt(value, "spec", "paramKind")) &&
    textAt(value, "spec", "failurePolicy") !== "Ignore"
  );
}
