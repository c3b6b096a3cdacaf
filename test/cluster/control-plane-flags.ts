import { join } from "node:path";
import type { AddressRanges } from "./address-ranges.ts";
import { kubeconfigPath, tokensPath, type User } from "./kubeconfigs.ts";

// Every folder here is the control plane's; the files in it come from `kubetest certificates` and kubeconfigs.ts.

/** One member that nobody talks to but the API server, by a socket; what it writes need not survive. */
export function etcdFlags(folder: string): readonly string[] {
  const client = `unix://${join(folder, "etcd.sock")}`;
  const peer = "http://127.0.0.1:2380"; // only a name: it has no peers
  return [
    `--data-dir=${join(folder, "etcd")}`,
    "--unsafe-no-fsync",
    "--log-level=warn",
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    "--listen-peer-urls=http://127.0.0.1:0",
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

export function apiServerFlags(folder: string, port: number, ranges: AddressRanges): readonly string[] {
  return [
    `--etcd-servers=unix://${join(folder, "etcd.sock")}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${port}`,
    `--tls-cert-file=${join(folder, "kube-apiserver.crt")}`,
    `--tls-private-key-file=${join(folder, "kube-apiserver.key")}`,
    `--client-ca-file=${join(folder, "ca.crt")}`,
    `--token-auth-file=${tokensPath(folder)}`,
    "--authorization-mode=Node,RBAC",
    "--enable-admission-plugins=NodeRestriction",
    `--service-cluster-ip-range=${ranges.services}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${join(folder, "service-account.key")}`,
    `--service-account-signing-key-file=${join(folder, "service-account.key")}`,
    "--endpoint-reconciler-type=none",
    // There is no kube-proxy: a webhook's Service is resolved to its endpoints here, not dialled at its cluster IP.
    "--enable-aggregator-routing",
    "--kubelet-preferred-address-types=InternalIP",
    `--kubelet-client-certificate=${join(folder, "kubelet-client.crt")}`,
    `--kubelet-client-key=${join(folder, "kubelet-client.key")}`,
  ];
}

export function controllerManagerFlags(folder: string): readonly string[] {
  return [
    ...controllerFlags(folder, "controller-manager"),
    "--use-service-account-credentials",
    `--root-ca-file=${join(folder, "ca.crt")}`,
    `--service-account-private-key-file=${join(folder, "service-account.key")}`,
    `--cluster-signing-cert-file=${join(folder, "ca.crt")}`,
    `--cluster-signing-key-file=${join(folder, "ca.key")}`,
  ];
}

export function schedulerFlags(folder: string): readonly string[] {
  return controllerFlags(folder, "scheduler");
}

/** Of a program that works alone and answers nobody. */
function controllerFlags(folder: string, user: User): readonly string[] {
  return [`--kubeconfig=${kubeconfigPath(folder, user)}`, "--leader-elect=false", "--secure-port=0"];
}
