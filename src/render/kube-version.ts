import { UsageError } from "../errors.ts";

/**
 * The numbers of a Kubernetes version, without what a vendor adds to them: `v1.34.2-gke.100` is `1.34.2`
 * (argo-cd 3.6 `reposerver/repository/repository.go` parseKubeVersion; apimachinery 0.37 `pkg/util/version` ParseGeneric).
 * Undefined where none is given; UsageError where it is none.
 */
export function kubeVersion(given: string | undefined): string | undefined {
  const text = given?.trim() ?? "";
  if (text === "") return undefined;
  const numbers = /^v?(\d+(?:\.\d+)+)/.exec(text)?.[1];
  if (numbers === undefined || /^0\d/.test(numbers)) {
    throw new UsageError(`${JSON.stringify(text.slice(0, 60))} is not a Kubernetes version`, {
      hint: "give one such as 1.34.2 with --kube-version or KUBE_VERSION",
    });
  }
  return numbers
    .split(".")
    .map((number) => BigInt(number).toString())
    .join(".");
}
