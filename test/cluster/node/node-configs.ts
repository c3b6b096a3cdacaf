import { join } from "node:path";
import type { AddressRanges } from "../address-ranges.ts";

/** Where the parts of one node are and how they find each other. */
export interface NodeLayout {
  /** Private to the node; its path is short, since sockets stand in it. */
  readonly folder: string;
  /** Of the bridge and the cgroups: what the machine sees of the node. */
  readonly id: string;
  /** Root of the unpacked Debian packages. */
  readonly packages: string;
  readonly ranges: AddressRanges;
  /** The CA of the control plane, for clients of the kubelet. */
  readonly caFile: string;
  readonly kubeletPort: number;
}

export function containerdSocket(folder: string): string {
  return join(folder, "containerd.sock");
}

/** For containerd 1.6, what Debian 12 has (docs/cri/config.md there). */
export function containerdConfig({ folder, packages }: NodeLayout): string {
  const inFolder = (name: string) => JSON.stringify(join(folder, name));
  return `version = 2
root = ${inFolder("containerd")}
state = ${inFolder("containerd-state")}
[grpc]
  address = ${JSON.stringify(containerdSocket(folder))}
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "test.local/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true # inside a container nobody may lower a score
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = ${JSON.stringify(join(packages, "usr", "lib", "cni"))}
    conf_dir = ${inFolder("cni")}
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      Root = ${inFolder("runc")}
[plugins."io.containerd.internal.v1.opt"]
  path = ${inFolder("opt")}
`;
}

/** Pods hang on a bridge whose own address is their way out; no address is translated, so none of them leaves the machine. */
export function networkConfig({ folder, id, ranges }: NodeLayout): string {
  return JSON.stringify({
    cniVersion: "1.0.0",
    name: id,
    plugins: [
      {
        type: "bridge",
        bridge: id,
        isGateway: true,
        ipMasq: false,
        ipam: {
          type: "host-local",
          dataDir: join(folder, "ipam"),
          ranges: [[{ subnet: ranges.pods, gateway: ranges.podGateway }]],
          routes: [{ dst: "0.0.0.0/0" }],
        },
      },
    ],
  });
}

/** KubeletConfiguration v1beta1, with `changes` over it. */
export function kubeletConfig(layout: NodeLayout, changes: Readonly<Record<string, unknown>>): string {
  const { folder, id, ranges, caFile, kubeletPort } = layout;
  return JSON.stringify({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    address: ranges.podGateway,
    port: kubeletPort,
    healthzPort: 0,
    containerRuntimeEndpoint: `unix://${containerdSocket(folder)}`,
    failCgroupV1: false,
    cgroupDriver: "cgroupfs",
    cgroupRoot: `/${id}`,
    failSwapOn: false,
    makeIPTablesUtilChains: false,
    resolvConf: "",
    podLogsDir: join(folder, "podlogs"),
    // The machine's disk is not the node's.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    evictionHard: {
      "memory.available": "100Mi",
      "nodefs.available": "1%",
      "imagefs.available": "1%",
      "nodefs.inodesFree": "1%",
    },
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: caFile },
    },
    authorization: { mode: "Webhook" },
    ...changes,
  });
}
