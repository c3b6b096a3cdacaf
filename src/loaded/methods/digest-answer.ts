import type { PodAnswer } from "../observation.ts";
import type { SignerPod } from "../read-pod.ts";
import type { Obstacle, ReplicaVerdict, Situation } from "./loaded-method.ts";

/** Methods that compare digests need a policy that is bytes under a key. */
export function digestObstacles({ policy }: Situation): readonly Obstacle[] {
  if (policy.digest !== undefined) return [];
  return [{ says: "the live policy is no text under a key, so no digest of it can be compared" }];
}

/** The body of a good answer, or why there is none. */
export function bodyOf(
  pod: SignerPod,
  answers: ReadonlyMap<string, PodAnswer>,
): { readonly body: string } | { readonly problem: string } {
  const answer = answers.get(pod.uid);
  if (answer === undefined) return { problem: "has no address yet" };
  if (!answer.answered) return { problem: `gave no answer (${answer.because})` };
  if (answer.status !== 200) return { problem: `answered with HTTP status ${answer.status}` };
  return { body: answer.body };
}

/** What a digest that a pod told says about it. */
export function compareDigest(told: string, { policy }: Situation): ReplicaVerdict {
  if (told.toLowerCase() === policy.digest) return { isLoaded: true, says: `has it (sha256 ${short(told)})` };
  const says = `has another policy (sha256 ${short(told)}, the live one is ${short(policy.digest ?? "?")})`;
  return { isLoaded: false, says };
}

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

function short(digest: string): string {
  return `${digest.slice(0, 12).toLowerCase()}…`;
}
