/** What no manifest shows, and the verdict rests on. */
export const assumptions: readonly string[] = [
  "The cluster has no other webhooks and policies than these manifests: some are made at run time (Kyverno, Kubewarden, Knative, Istio, capsule), and some clouds change selectors.",
  "API server and etcd run as static pods or outside of the cluster, and controllers ask in the name of their own service accounts.",
  "Labels of a Namespace are those of its manifest; of a Namespace that is not here, its name alone.",
  "Nodes reach registries that are not in these manifests, and their own DNS; mirrors and images that are loaded beforehand are not seen.",
  "Whoever repairs it may change webhook configurations, with a credential that does not come out of this cluster.",
];
