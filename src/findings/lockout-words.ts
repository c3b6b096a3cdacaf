import { formatRef } from "../manifest/object-ref.ts";
import type { Finding, FindingCode } from "./finding.ts";
import type { Words } from "./words.ts";

/** The words of what `lockout` finds; part of the table in message.ts. */
export const lockoutWords = {
  "lockout-own-pods": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} the creation of its own pods (${args.because}). Once ${args.backend} are gone, they cannot be created again: creating them asks the webhook, and the webhook is them.`,
    hint: "Exclude its namespace with a namespaceSelector: key kubernetes.io/metadata.name, operator NotIn; or its pods with an objectSelector on a label of their template.",
  }),
  "lockout-own-readiness": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} what its own pods need to become ready: ${args.writes.join(", ")}. Once ${args.backend} are gone, new ones are created, but never answer.`,
    hint: "Name the resources in its rules instead of */* or pods/*, and exclude its namespace: a Binding and a token request do not have the labels of the pod, so that an objectSelector does not help.",
  }),
  "lockout-cluster-scoped": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} cluster-scoped objects that a cluster needs to come up: ${args.what}. While its pods are down, ${isPossible === true ? "these may be refused" : "no node joins"}, and a namespaceSelector does not exclude them.`,
    hint: "Set scope: Namespaced in its rules, name the resources instead of *, or exclude them with a matchCondition.",
  }),
  "lockout-leases": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} ${sees(isPossible)} ${args.what}. While its pods are down, leases run out: controllers stop, nodes count as lost, and its pods are not created again.`,
    hint: "Exclude the namespaces kube-system and kube-node-lease in its namespaceSelector, or leases in its rules; a time-out of at most 3 seconds makes one that fails open harmless.",
  }),
  "lockout-system-pods": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} the creation of ${args.what}, on which its own pods stand. Where both are down, as after all nodes were stopped, neither comes back.`,
    hint: "Exclude kube-system, and the namespaces of network and DNS where these are others (calico-system, kube-flannel …), in its namespaceSelector.",
  }),
  "lockout-mutual": ({ args, isPossible }) => ({
    message: `${isPossible === true ? "These may wait for each other" : "These wait for each other"} once all of them are down: ${args.steps.join("; ")}.`,
    hint: "Break one of the steps: exclude the namespaces of the others in each webhook's namespaceSelector.",
  }),
  "lockout-certificate": ({ args, isPossible }) => ({
    message: `A certificate that ${isPossible === true ? "may not be" : "cannot be"} issued again once it has run out: ${args.steps.join("; ")}.`,
    hint: "Exclude the namespace of cert-manager, and Secrets and CertificateRequests of its own namespace, in the webhook that refuses them; renew long before the end.",
  }),
  "webhook-ca-bundle": ({ args, isPossible, refs }) => ({
    message: `The API server ${isPossible === true ? "may not" : "does not"} trust whoever answers ${webhookOf(refs, args.webhook)}: of its caBundle, ${args.what}.`,
    hint: "State the certificate authority that signs the webhook's certificate, or the annotation by which a controller fills it in (cert-manager.io/inject-ca-from).",
  }),
  "webhook-backend-missing": ({ args, refs }) => ({
    message: `Nobody answers ${webhookOf(refs, args.webhook)}, which fails closed: ${args.what}.`,
    hint: "Mend the name, the port (one of the Service, not of its pods) or the selector; where the Service comes with another application, make sure that it is there first.",
  }),
  "webhook-unreachable": ({ args, refs }) => ({
    message: `Network policies let the API server not reach ${subjectOf(refs)}, which answers webhook ${JSON.stringify(args.webhook)}: ${args.what} admit pods only, and it comes from a node.`,
    hint: "Allow the port of the webhook in a NetworkPolicy rule without from; Cilium and Calico have entities for the API server.",
  }),
  "webhook-single-replica": ({ args, refs }) => ({
    message: `${subjectOf(refs)} answers webhook ${JSON.stringify(args.webhook)}, which fails closed, with ${args.what} ${args.what === "1" ? "pod" : "pods"}: whenever it restarts or its node goes, what the webhook sees is refused.`,
    hint: "Run at least two replicas, on different nodes.",
  }),
  "webhook-disruption-budget": ({ args, refs }) => ({
    message: `Pods of ${subjectOf(refs)}, which answers webhook ${JSON.stringify(args.webhook)}: ${args.what}.`,
    hint: "Give them a PodDisruptionBudget that allows one eviction: minAvailable 1 with two replicas or more, or maxUnavailable 1.",
  }),
  "webhook-same-node": ({ args, refs }) => ({
    message: `The ${args.what} pods of ${subjectOf(refs)}, which answers webhook ${JSON.stringify(args.webhook)}, may all stand on one node.`,
    hint: "Add podAntiAffinity or topologySpreadConstraints over kubernetes.io/hostname.",
  }),
  "webhook-priority": ({ args, refs }) => ({
    message: `Pods of ${subjectOf(refs)}, which answers webhook ${JSON.stringify(args.webhook)}: ${args.what}.`,
    hint: "Set priorityClassName: system-cluster-critical, with a ResourceQuota for it in the namespace.",
  }),
  "webhook-timeouts": ({ args, isPossible }) => ({
    message: `${args.count} webhooks that see pods ${isPossible === true ? "may take" : "take"} ${args.seconds}s together when nobody answers, and the API server gives up after ${args.limitSeconds}s: then no pod is created, also where all of them fail open.`,
    hint: "Set timeoutSeconds to 1 to 3 seconds.",
  }),
  "lockout-conversion": ({ args, refs }) => ({
    message: `${subjectOf(refs)} is served in versions ${args.versions.join(", ")} by a conversion webhook, and while ${args.backend} are down its objects cannot be read either: the cache of Argo CD, garbage collection and the deletion of namespaces stop with it.`,
    hint: "Serve one version only once all objects are stored in it, or run its backend like a part of the control plane. There is no failure policy for conversion.",
  }),
  "lockout-aggregated-api": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} the pods behind ${args.what}: while both are down, discovery errs for everybody who lists all APIs, and so may the webhook itself at its start.`,
    hint: "Exclude the namespace of the aggregated API in its namespaceSelector.",
  }),
  "lockout-signer": ({ args, isPossible }) => ({
    message: `A signer that ${isPossible === true ? "may wait" : "waits"} for a certificate of itself: ${args.steps.join("; ")}.`,
    hint: "Give the signer a certificate that it does not sign itself: a Secret, or one of another signer.",
  }),
  "lockout-registry": ({ args, isPossible }) => ({
    message: `An image lies in a registry that ${isPossible === true ? "may wait" : "waits"} for it: ${args.steps.join("; ")}.`,
    hint: "Pull the images of the registry, and of what it stands on, from somewhere else, or have them loaded on the nodes beforehand.",
  }),
  "lockout-gitops": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} ${args.what}: while its pods are down, the way by which changes come is blocked as well.`,
    hint: "Exclude the namespace of the GitOps controller in its namespaceSelector, and keep a way out that does not use it.",
  }),
  "recovery-undone": ({ args, refs }) => ({
    message: `${args.what} writes ${subjectOf(refs)} while it runs: a recovery that patches it may be undone at once.`,
    hint: "Stop the controller first, or delete the configuration and let it be made again; see grantwave recovery.",
  }),
  "recovery-forbidden": ({ args, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} comes from a file of the API server and sees changes of ${args.what}: while nobody answers it, no webhook can be opened through the API.`,
    hint: "Take webhook configurations out of its rules; until then a recovery means editing files on each host of the API server.",
  }),
  "exemption-in-process": ({ args, refs }) => ({
    message: `The exclusion ${JSON.stringify(args.what)} of ${subjectOf(refs)} is applied by its pods: while they are down, nobody is there to apply it.`,
    hint: "Exclude the namespace in the namespaceSelector, which the API server applies.",
  }),
  "lockout-other-operations": ({ args, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and sees ${args.what}.`,
    hint: "Leave DELETE and CONNECT out of its rules unless it decides about them.",
  }),
  "admission-policy-parameters": ({ args, refs }) => ({
    message: `${subjectOf(refs)} fails closed and denies where its parameters are missing, and no ${args.kind} is part of these manifests.`,
    hint: "Bring the parameters in the same application, in an earlier wave, or set parameterNotFoundAction: Allow.",
  }),
} as const satisfies { readonly [C in FindingCode]?: (finding: Finding<C>) => Words };

function webhookOf([config]: Finding["refs"], webhook: string): string {
  const name = JSON.stringify(webhook);
  return config === undefined ? `Webhook ${name}` : `Webhook ${name} of ${formatRef(config)}`;
}

function subjectOf([first]: Finding["refs"]): string {
  return first === undefined ? "An object" : formatRef(first);
}

function sees(isPossible: boolean | undefined): string {
  return isPossible === true ? "may see" : "sees";
}
