/** Which Application is meant. */
export interface ApplicationName {
  readonly namespace: string;
  readonly name: string;
}

/** Names of namespaces and of objects such as Applications (apimachinery `validation.IsDNS1123Subdomain`). */
const kubernetesName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/**
 * Reads `ARGOCD_APP_NAME`: the name alone for an Application in Argo CD's own namespace, `<namespace>_<name>` for one in
 * another (argo-cd 3.6.1 `types.go` `InstanceName`). Neither may hold an underscore itself. Undefined for what is no
 * such name.
 */
export function parseInstanceName(text: string, controlPlane: string): ApplicationName | undefined {
  const at = text.indexOf("_");
  const namespace = at < 0 ? controlPlane : text.slice(0, at);
  const name = text.slice(at + 1);
  return kubernetesName.test(namespace) && kubernetesName.test(name) ? { namespace, name } : undefined;
}
