import type { BarrierConfig } from "../config/config.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import { compareText } from "../manifest/object-ref.ts";
import type { Requester } from "../requests/requester.ts";
import { barrierPod } from "./barrier-pod.ts";
import type { JobBody } from "./job-body.ts";
import type { ReadinessOf } from "./readiness/readiness-method.ts";

/**
 * The deadline of one canary. The kubelet of a pod whose certificate was denied waits for its volumes, and looks at the
 * pod's deadline only between two such waits of 123 s (Kubernetes 1.37 `pkg/kubelet/volumemanager/volume_manager.go`
 * `podAttachAndMountTimeout`, `pkg/kubelet/active_deadline.go`). A shorter deadline would end it no sooner, a longer one
 * only after the second wait.
 */
const canaryDeadlineSeconds = 120;

/** How long a denied canary hangs. */
export const deniedCanarySeconds = 123;

/**
 * A pod that is nothing but the same request: the requester's account and certificate source, and a container that starts
 * and ends. Its volume is mounted before anything starts, so it ends well only if the certificate was issued. The kubelet
 * sets up volumes that a container mounts and no others
 * (`pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go`): hence the mount that nobody reads.
 *
 * No exit code has a rule: a denied canary counts as failed and is tried again, and the kubelet gives its container, which
 * never started, exit code 137 (`pkg/kubelet/status/status_manager.go` `TerminatePod`).
 */
export function canaryBody(
  readiness: ReadinessOf<"canary">,
  requester: Requester,
  config: BarrierConfig,
): JobBody {
  return {
    attempts: {
      backoffLimit: mostDenials(readiness.timeout),
      completions: readiness.canary.successes,
      parallelism: 1,
    },
    failureRules: [],
    pod: barrierPod(
      {
        serviceAccountName: requester.serviceAccountName,
        readsCluster: false,
        command: ["grantwave", "--version"],
        activeDeadlineSeconds: canaryDeadlineSeconds,
        volume: {
          name: "certificate",
          mountPath: "/var/run/grantwave/certificate",
          source: { projected: { sources: [{ podCertificate: certificateSource(requester) }] } },
        },
      },
      config,
    ),
  };
}

/**
 * How many canaries can be denied, one after the other, before the Job's deadline: the limit must not end the Job before
 * its deadline does. The Job controller's back-off (10 s, doubled for each failure since the last success, at most
 * 10 minutes: `pkg/controller/job/job_controller.go`) only makes them fewer. It counts from the moment at which the pod
 * was last not ready, for a pod that never started: from its start, so that the first four pauses are over when it ends.
 */
function mostDenials(jobDeadlineSeconds: number): number {
  return Math.max(1, Math.floor(jobDeadlineSeconds / canaryDeadlineSeconds));
}

/** core/v1 `PodCertificateProjection`: everything that the signer sees, and one path, since one is required. */
function certificateSource({
  signerName,
  keyType,
  maxExpirationSeconds,
  userAnnotations,
}: Requester): JsonObject {
  const annotations = Object.entries(userAnnotations).sort(([a], [b]) => compareText(a, b));
  return {
    signerName,
    keyType,
    ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    credentialBundlePath: "bundle.pem",
    ...(annotations.length === 0 ? {} : { userAnnotations: Object.fromEntries(annotations) }),
  };
}
