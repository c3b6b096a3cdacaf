/**
 * The order of kinds inside one wave, whatever their API group; what is not listed comes last, all equal
 * (gitops-engine 3.6.1 `pkg/sync/sync_tasks.go` `kindOrder`).
 */
const kinds = [
  "Namespace",
  "NetworkPolicy",
  "ResourceQuota",
  "LimitRange",
  "PodSecurityPolicy",
  "PodDisruptionBudget",
  "ServiceAccount",
  "Secret",
  "SecretList",
  "ConfigMap",
  "StorageClass",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "CustomResourceDefinition",
  "ClusterRole",
  "ClusterRoleList",
  "ClusterRoleBinding",
  "ClusterRoleBindingList",
  "Role",
  "RoleList",
  "RoleBinding",
  "RoleBindingList",
  "Service",
  "DaemonSet",
  "Pod",
  "ReplicationController",
  "ReplicaSet",
  "Deployment",
  "HorizontalPodAutoscaler",
  "StatefulSet",
  "Job",
  "CronJob",
  "IngressClass",
  "Ingress",
  "APIService",
] as const;

const ranks: ReadonlyMap<string, number> = new Map(kinds.map((kind, rank) => [kind, rank]));

/** Position of a kind inside a wave: lower is applied first. By kind alone: a Knative Service ranks as a Service. */
export function kindRank(kind: string): number {
  return ranks.get(kind) ?? kinds.length;
}
