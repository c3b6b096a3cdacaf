import { presetOf } from "../signers/presets.ts";
import type { BarrierGroup } from "./barrier.ts";
import { ownDeadlineSeconds } from "./deadlines.ts";
import { methodOf } from "./readiness/methods.ts";
import { distinctRequesters, requesterChunks } from "./requester-list.ts";

/** Linux takes at most 128 KiB for one argument (`MAX_ARG_STRLEN`, execve(2)); the rest is room for escapes. */
const chunkBytes = 100_000;

/**
 * The arguments of `grantwave wait` in the barrier: everything it needs, nothing from its surroundings. `--requesters`
 * may be repeated; each holds a JSON list of {@link RequesterSet}, and all lists count together.
 *
 * @param isSignerInSync whether this render has the workload that runs the signer: in its first sync it may come after the
 * barrier, and must not be taken for a typing error.
 */
export function waitArguments(group: BarrierGroup, isSignerInSync: boolean): readonly string[] {
  const { signer, signerName } = group;
  const { readiness, workload } = signer;
  return [
    `--signer=${signer.name}`,
    `--signer-name=${signerName}`,
    `--preset=${signer.preset}`,
    ...presetOf(signer).waitArguments(signer, group.policyManifest?.ref ?? group.policy),
    ...(workload === undefined ? [] : [`--workload=${workload.kind}/${workload.namespace}/${workload.name}`]),
    ...(isSignerInSync ? ["--workload-in-sync"] : []),
    ...(workload?.container === undefined ? [] : [`--container=${workload.container}`]),
    `--method=${readiness.method}`,
    ...methodOf(readiness).waitArguments(readiness),
    `--timeout=${ownDeadlineSeconds(readiness)}s`,
    ...requesterChunks(distinctRequesters(group.requesters), chunkBytes).map(
      (chunk) => `--requesters=${chunk}`,
    ),
  ];
}
