import type { SignerConfig } from "../config/config.ts";
import { presetOf } from "../signers/presets.ts";
import { anyName } from "../signers/signer.ts";

/** One thing that the account of a barrier has to be allowed to do. */
export interface AccessNeed {
  readonly verb: "get" | "list";
  readonly group: string;
  readonly kind: string;
  /** Empty for what lives in no namespace, and for every namespace. */
  readonly namespace: string;
  /** Undefined where the name is known only in the cluster. */
  readonly name: string | undefined;
}

/**
 * What `grantwave wait` reads for a signer, and so what install/ has to grant and `verify` asks about: the policy; unless
 * a controller speaks for the signer, its workload and pods; for `settle` also the leases of the nodes. A canary reads
 * nothing.
 */
export function barrierAccess(signer: SignerConfig): readonly AccessNeed[] {
  const { readiness, workload } = signer;
  if (readiness.method === "canary") return [];
  const { group, kind, name, namespace } = presetOf(signer).read(signer, []).value.policyRef;
  const policy: AccessNeed = {
    verb: name === anyName ? "list" : "get",
    group,
    kind,
    namespace: namespace === anyName ? "" : namespace,
    // A name that changes with the content is known only in the sync.
    name: name === anyName || readiness.method === "rollout" ? undefined : name,
  };
  if (workload === undefined) return [policy];
  const { namespace: home } = workload;
  return [
    policy,
    { verb: "get", group: "apps", kind: workload.kind, namespace: home, name: workload.name },
    { verb: "list", group: "", kind: "Pod", namespace: home, name: undefined },
    ...(readiness.method === "settle" ? [lease] : []),
  ];
}

/** A node's lease has the node's name (kubernetes 1.37 `pkg/kubelet/kubelet.go`). */
const lease: AccessNeed = {
  verb: "get",
  group: "coordination.k8s.io",
  kind: "Lease",
  namespace: "kube-node-lease",
  name: undefined,
};
