import { type AdmissionRequest, kindOf } from "./request.ts";

/**
 * Resources that no webhook sees from Kubernetes 1.37 on (kubernetes 1.37 `pkg/kubeapiserver/admission/exclusion`,
 * feature ExcludeAdmissionWebhookVirtualResources, on by default). Older API servers do call webhooks for them.
 */
const virtualResources: ReadonlySet<string> = new Set([
  "authentication.k8s.io/selfsubjectreviews",
  "authentication.k8s.io/tokenreviews",
  "authorization.k8s.io/localsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
  "authorization.k8s.io/subjectaccessreviews",
]);

/**
 * Kinds by which webhooks and policies are set up and repaired; only webhooks from files on the API server's disk see
 * them (`k8s.io/apiserver` 0.37 `IsExemptAdmissionConfigurationResource`). Their subresources are exempt as well.
 */
const configurationKinds: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
]);

/** Why no webhook of the API sees a request, whatever its rules say; undefined where one may. */
export function exemption(request: AdmissionRequest): string | undefined {
  if (virtualResources.has(`${request.group}/${request.resource}`)) {
    return `${request.resource} of ${request.group} are never sent to webhooks, from Kubernetes 1.37 on`;
  }
  const { group, kind } = kindOf(request);
  if (group === "admissionregistration.k8s.io" && configurationKinds.has(kind)) {
    return `a ${kind} is never sent to webhooks, so that they can be repaired`;
  }
  return undefined;
}
