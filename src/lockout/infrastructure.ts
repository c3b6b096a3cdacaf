import { stringMap } from "../admission/request.ts";
import { valueAt } from "../manifest/manifest.ts";
import type { Workload } from "./workload.ts";

/** Parts of a cluster that others need and that are workloads like any other. */
export type Role = "network" | "dns" | "gitops" | "certificates";

/**
 * How the workloads of a role are called in the manifests that their projects publish. Names and labels, since images
 * are mirrored under any name.
 */
const roles: readonly {
  readonly role: Role;
  readonly names: RegExp;
  readonly partOf: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}[] = [
  {
    role: "network",
    names:
      /^(?:calico-node|cilium|cilium-agent|kube-flannel(?:-ds)?|weave-net|kube-ovn-cni|antrea-agent|aws-node|kindnet|ovnkube-node|canal|kube-router|azure-cns)$/,
    partOf: new Set(),
    kinds: new Set(["DaemonSet"]),
  },
  {
    role: "dns",
    names: /^(?:coredns|kube-dns|rke2-coredns.*)$/,
    partOf: new Set(),
    kinds: new Set(["Deployment", "DaemonSet"]),
  },
  {
    role: "gitops",
    names:
      /^(?:.*argocd-(?:application-controller|repo-server|redis|server)|(?:source|kustomize|helm)-controller)$/,
    partOf: new Set(["argocd", "flux"]),
    kinds: new Set(["Deployment", "StatefulSet"]),
  },
  {
    role: "certificates",
    names: /^cert-manager(?:-webhook|-cainjector)?$/,
    partOf: new Set(["cert-manager"]),
    kinds: new Set(["Deployment"]),
  },
];

/** The role that a workload plays; undefined for those that are of no concern to others, as far as anybody can tell. */
export function roleOf({ manifest }: Workload): Role | undefined {
  const { kind, name } = manifest.ref;
  const labels = stringMap(valueAt(manifest.value, "metadata", "labels")) ?? {};
  const partOf = labels["app.kubernetes.io/part-of"] ?? "";
  return roles.find(
    ({ kinds, names, partOf: wholes }) => kinds.has(kind) && (names.test(name) || wholes.has(partOf)),
  )?.role;
}
