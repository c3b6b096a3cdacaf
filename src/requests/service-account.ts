import { type JsonObject, type Manifest, textAt } from "../manifest/manifest.ts";

/** The account that pods run as, and the other name that the manifest gives beside it, if the two differ. */
export interface ServiceAccount {
  readonly name: string;
  readonly ignored: string | undefined;
}

/**
 * Operators that run their pods under an account of the object's own name, whatever a template inside says, unless
 * `spec.serviceAccountName` names another. (CloudNativePG: `pkg/specs/pods.go`, `pkg/specs/pgbouncer/deployments.go`.)
 */
const namedAfterObject: ReadonlySet<string> = new Set([
  "postgresql.cnpg.io/Cluster",
  "postgresql.cnpg.io/Pooler",
  "postgresql.k8s.enterprisedb.io/Cluster",
  "postgresql.k8s.enterprisedb.io/Pooler",
]);

/**
 * The account of the nearest object around a certificate source that names one: the pod spec itself, or, where a custom
 * resource keeps account and volumes apart, what encloses both. `serviceAccountName` wins over its old alias
 * `serviceAccount`, empty strings count as missing (Kubernetes 1.37 `pkg/apis/core/v1/defaults.go`
 * `SetDefaults_PodSpec`), and a pod that names none runs as `default`.
 *
 * `enclosing` lists the objects around the source, the innermost first.
 */
export function serviceAccountOf(manifest: Manifest, enclosing: readonly JsonObject[]): ServiceAccount {
  const { ref, value } = manifest;
  if (namedAfterObject.has(`${ref.group}/${ref.kind}`)) {
    return { name: textAt(value, "spec", "serviceAccountName") || ref.name, ignored: undefined };
  }
  for (const object of enclosing) {
    const current = textAt(object, "serviceAccountName") ?? "";
    const alias = textAt(object, "serviceAccount") ?? "";
    if (current === "" && alias === "") continue;
    if (current === "") return { name: alias, ignored: undefined };
    return { name: current, ignored: alias === "" || alias === current ? undefined : alias };
  }
  return { name: "default", ignored: undefined };
}
