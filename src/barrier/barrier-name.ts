import { createHash } from "node:crypto";
import type { Phase } from "../argo/phase.ts";
import { type ObjectRef, refKey } from "../manifest/object-ref.ts";

/**
 * One source of an Application. Each is rendered alone, and of two objects with one identity Argo CD keeps the last, so
 * that two sources must not make the same barrier: one of them would lose its guard without a word.
 */
export interface SourceIdentity {
  /** Address of the repository, normalised and without credentials; empty where nobody said it. */
  readonly repoURL: string;
  /** From the root of the repository, with slashes; empty for the root itself. */
  readonly path: string;
  /** What tells apart two sources with the same repository and path: the plugin parameter `source`, mostly empty. */
  readonly name: string;
}

/** What makes a barrier the same one from sync to sync. */
export interface BarrierIdentity {
  /** Argo CD's name of the application, `<namespace>_<name>` for those outside its own namespace. */
  readonly application: string;
  readonly source: SourceIdentity;
  readonly phase: Phase;
  /** The signer's name in the configuration, which is for people, and the one it answers to. */
  readonly signer: string;
  readonly signerName: string;
  readonly policy: ObjectRef;
  /** Of a barrier that runs as its requester: the account, for people, and all that the signer looks at. */
  readonly requester?: { readonly serviceAccountName: string; readonly request: string } | undefined;
}

/** A Job's name becomes a label of its pods (`batch.kubernetes.io/job-name`), and labels end at 63 characters. */
const longestName = 63;
const hashLength = 10;

/**
 * A DNS label of at most 63 characters: readable words, then a hash over the whole identity. The same identity gives the
 * same name, so that Argo CD deletes the hook of the sync before (a failed hook whose name is gone is never pruned:
 * gitops-engine 3.6 `sync_context.go`, "Skipping hook").
 *
 * `taken` holds the names that other Jobs of the namespace have in this render; ours are never among them.
 */
export function barrierName(identity: BarrierIdentity, taken: ReadonlySet<string>): string {
  const readable = wordsOf(identity)
    .slice(0, longestName - hashLength - 1)
    .replace(/-+$/, "");
  const whole = [
    identity.application,
    identity.source.repoURL,
    identity.source.path,
    identity.source.name,
    identity.phase,
    identity.signer,
    identity.signerName,
    refKey(identity.policy),
    ...(identity.requester === undefined ? [] : [identity.requester.request]),
  ];
  for (let attempt = 0; ; attempt++) {
    const text = JSON.stringify(attempt === 0 ? whole : [...whole, attempt]);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, hashLength);
    const name = `${readable}-${hash}`;
    if (!taken.has(name)) return name;
  }
}

/** What tells barriers of one namespace apart comes first: the end is cut off. */
function wordsOf({ application, signer, requester }: BarrierIdentity): string {
  return requester === undefined
    ? asLabel(`grantwave-${application}-${signer}`)
    : asLabel(`grantwave-canary-${requester.serviceAccountName}-${application}`);
}

function asLabel(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
