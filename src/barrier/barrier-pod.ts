import type { BarrierConfig } from "../config/config.ts";
import type { JsonObject } from "../manifest/manifest.ts";

/** The name of the barrier's only container; rules of the podFailurePolicy refer to it. */
export const containerName = "barrier";

/** What one barrier's pod has of its own. */
export interface BarrierPod {
  readonly serviceAccountName: string;
  /** Whether the pod gets a token of the Kubernetes API. */
  readonly readsCluster: boolean;
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly activeDeadlineSeconds?: number;
  /** One volume and where it is mounted. */
  readonly volume?: { readonly name: string; readonly mountPath: string; readonly source: JsonObject };
}

/**
 * The spec of a barrier's pod: small, never restarted in place, and within the pod security level "restricted"
 * (Kubernetes 1.37 `k8s.io/pod-security-admission/policy`).
 */
export function barrierPod(pod: BarrierPod, config: BarrierConfig): JsonObject {
  const { activeDeadlineSeconds, args, volume } = pod;
  return {
    restartPolicy: "Never",
    ...(activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds }),
    serviceAccountName: pod.serviceAccountName,
    automountServiceAccountToken: pod.readsCluster,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: containerName,
        image: config.image,
        command: pod.command,
        ...(args === undefined ? {} : { args: args.map(escapeReferences) }),
        resources: {
          requests: { cpu: "10m", memory: "64Mi" },
          limits: { cpu: "500m", memory: "256Mi" },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        terminationMessagePolicy: "FallbackToLogsOnError",
        ...(volume === undefined
          ? {}
          : { volumeMounts: [{ name: volume.name, mountPath: volume.mountPath, readOnly: true }] }),
      },
    ],
    ...(volume === undefined ? {} : { volumes: [{ name: volume.name, ...volume.source }] }),
  };
}

/** The kubelet replaces `$(NAME)` in arguments and reads `$$` as one `$` (core/v1 `Container.args`). */
function escapeReferences(argument: string): string {
  return argument.replaceAll("$", "$$$$");
}
