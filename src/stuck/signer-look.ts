import type { SignerConfig } from "../config/config.ts";
import { OutsideError } from "../errors.ts";
import { type History, remember } from "../loaded/history.ts";
import { readLivePolicy } from "../loaded/live-policy.ts";
import { look, type Sources } from "../loaded/look.ts";
import type { Observation } from "../loaded/observation.ts";
import type { Question } from "../loaded/question.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import { presetOf } from "../signers/presets.ts";

/** What one look at a signer found, or why there is none. */
export type SignerLook =
  | { readonly signer: SignerConfig; readonly observation: Observation; readonly history: History }
  | { readonly signer: SignerConfig; readonly problem: string };

/** What a barrier of this signer would ask for these requesters. It does not wait, so it has no times. */
export function questionOf(
  signer: SignerConfig,
  signerName: string,
  requesters: readonly RequesterIdentity[],
): Question {
  return {
    signer,
    signerName,
    policy: presetOf(signer).read(signer, []).value.policyRef,
    requesters,
    isSignerInSync: false,
    stableForSeconds: 0,
    timeoutSeconds: 0,
  };
}

/**
 * Looks at a signer as its barriers do, with the method that is configured.
 *
 * @param before the look before this one, whose history goes on.
 */
export async function lookAtSigner(
  signer: SignerConfig,
  sources: Sources,
  before?: SignerLook,
): Promise<SignerLook> {
  const obstacle = obstacles[signer.readiness.method];
  if (obstacle !== undefined) return { signer, problem: obstacle };
  // Who asks, and for which name, makes no difference to what is looked at.
  const question = questionOf(signer, "", []);
  try {
    const observation = await look(question, sources);
    const history = before !== undefined && "history" in before ? before.history : undefined;
    const policy = readLivePolicy(question, observation.policies);
    return { signer, observation, history: remember(history, observation, policy, question) };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { signer, problem: error.message };
  }
}

/** Methods by which nobody can be asked from outside of a sync. */
const obstacles: { readonly [M in SignerConfig["readiness"]["method"]]?: string } = {
  canary: "readiness method canary would have to ask for a certificate itself",
  rollout: "readiness method rollout looks for the policy by the name that it has in a sync",
};
