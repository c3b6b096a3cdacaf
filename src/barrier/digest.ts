import { createHash } from "node:crypto";
import { refKey } from "../manifest/object-ref.ts";
import type { BarrierGroup } from "./barrier.ts";
import { distinctRequesters, requestKey } from "./requester-list.ts";
import { soleRequester } from "./sole-requester.ts";

/**
 * SHA-256 over what a barrier waits for: signer, policy object and every distinct requester. Names, images and timings
 * are no part of it, nor is the order in which the requesters stand; the lifetime is where the barrier itself asks for it. `sha256:` and 64 hexadecimal digits.
 */
export function digestOf(group: BarrierGroup): string {
  const sole = soleRequester(group);
  const waitedFor = [
    group.signerName,
    refKey(group.policyManifest?.ref ?? group.policy),
    group.signer.policy.key,
    distinctRequesters(group.requesters).map((entry) => [
      entry.namespace,
      entry.serviceAccount,
      entry.keyType,
      entry.annotations,
    ]),
    ...(sole === undefined ? [] : [requestKey(sole)]),
  ];
  return `sha256:${createHash("sha256").update(JSON.stringify(waitedFor)).digest("hex")}`;
}
