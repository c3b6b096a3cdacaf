import { decide } from "../loaded/decide.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import type { StuckPod } from "./find-stuck.ts";
import { questionOf, type SignerLook } from "./signer-look.ts";

/** Whether a pod's successor would get what it was denied, by what the signers answer from now. */
export interface GrantState {
  readonly state: "loaded" | "not-loaded" | "missing" | "unknown";
  /** One sentence, without a leading capital or a trailing dot. */
  readonly message: string;
}

/** What is worst comes first: one certificate that would be denied keeps the successor from running. */
const order: readonly GrantState["state"][] = ["missing", "not-loaded", "unknown", "loaded"];

/**
 * The successor asks for all certificates anew, not only for the one that was denied: each of their signers counts. Of a
 * signer that nobody configured nothing is known; that matters where it is the one that denied. Pure.
 *
 * @param looks by signer name.
 */
export function judgeGrant(stuck: StuckPod, looks: ReadonlyMap<string, SignerLook>): GrantState {
  const { denial, pod } = stuck;
  const states: GrantState[] = [];
  for (const signerName of new Set(pod.certificates.map((certificate) => certificate.signerName))) {
    const found = looks.get(signerName);
    if (found !== undefined) {
      states.push(judgeSigner(signerName, certificatesOf(pod.certificates, signerName), found));
    } else if (denial.certificates.some((certificate) => certificate.signerName === signerName)) {
      states.push({ state: "unknown", message: `the configuration has no signer ${signerName}` });
    }
  }
  const [worst] = states.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return worst ?? { state: "unknown", message: "no signer of it is configured" };
}

function certificatesOf(
  certificates: readonly RequesterIdentity[],
  signerName: string,
): readonly RequesterIdentity[] {
  return certificates.filter((certificate) => certificate.signerName === signerName);
}

function judgeSigner(
  signerName: string,
  requesters: readonly RequesterIdentity[],
  found: SignerLook,
): GrantState {
  if ("problem" in found) return { state: "unknown", message: found.problem };
  const question = questionOf(found.signer, signerName, requesters);
  const { blame, reasons, replicas } = decide(question, found.observation, found.history);
  const behind = replicas.filter(({ isLoaded }) => !isLoaded).map(({ pod, says }) => `pod ${pod} ${says}`);
  const message = [...reasons, ...behind].join("; ");
  if (blame === undefined) return { state: "loaded", message };
  if (blame === "grantMissing") return { state: "missing", message };
  return { state: blame === "signerNotFound" ? "unknown" : "not-loaded", message };
}
