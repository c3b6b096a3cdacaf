import { finding } from "../../findings/finding.ts";
import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import type { LockoutModel } from "../model.ts";
import type { LockoutRule } from "../rule.ts";

/**
 * LO016: objects of several versions cannot even be read while a conversion webhook is down; there is no failure policy
 * for that. Argo CD's cache, garbage collection and the deletion of namespaces all read them.
 */
export const conversion: LockoutRule = {
  id: "LO016",
  find: ({ model }) =>
    model.surroundings.manifests.flatMap((manifest) => {
      const { ref, source, value } = manifest;
      if (
        ref.kind !== "CustomResourceDefinition" ||
        textAt(value, "spec", "conversion", "strategy") !== "Webhook"
      ) {
        return [];
      }
      const versions = servedVersions(manifest);
      // With one version there is nothing to convert.
      if (versions.length < 2) return [];
      return [
        finding(
          "lockout-conversion",
          { refs: [ref], source },
          { versions, backend: backendOf(manifest, model) },
        ),
      ];
    }),
};

function servedVersions({ value }: Manifest): readonly string[] {
  const versions = valueAt(value, "spec", "versions");
  if (!Array.isArray(versions)) return [];
  return versions
    .filter((version) => valueAt(version, "served") === true)
    .flatMap((version) => textAt(version, "name") ?? []);
}

function backendOf({ value }: Manifest, { surroundings }: LockoutModel): string {
  const service = valueAt(value, "spec", "conversion", "webhook", "clientConfig", "service");
  const namespace = textAt(service, "namespace") ?? "";
  const name = textAt(service, "name") ?? "";
  if (name === "") return "somebody outside of the cluster";
  const backend = surroundings.findBackend({ kind: "service", namespace, name, path: "", port: 443 });
  return backend.kind === "inside"
    ? backend.workloads.map((workload) => workload.name).join(", ")
    : `the pods behind Service/${namespace}/${name}`;
}
