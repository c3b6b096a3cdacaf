import type { SignerConfig } from "../config/config.ts";
import type { Finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Requester } from "../requests/requester.ts";

/** One entry of a policy, with what a reader needs to find it again. */
export interface Grant {
  /** The object that carries it. */
  readonly policy: Manifest;
  /** Where it stands inside the object: `data["policy.json"].grants[3]`. */
  readonly path: string;
  /** In a few words, for messages: `team-a/api (server)`. */
  readonly summary: string;
}

/** What the signer will answer to one requester once it has loaded the policies of this render. */
export type Verdict =
  | { readonly status: "granted"; readonly grant: Grant }
  /** `reason` is the condition reason that the signer writes; `detail` says why, in one sentence. */
  | { readonly status: "denied"; readonly reason: string; readonly detail: string };

/** A signer as this render knows it: made once per configured signer, then asked for each requester. */
export interface Signer {
  readonly config: SignerConfig;
  /** The name it answers to; undefined where neither policy nor configuration says it. */
  readonly signerName: string | undefined;
  /** The objects of this render that carry its policy. Empty: its grants are external. */
  readonly policies: readonly Manifest[];
  /** The verdict of the policies in this render. Only asked where `policies` is not empty and none was refused. */
  judge(requester: Requester): Verdict;
  /** True where a policy of this render would be refused by the signer itself: nothing is granted until it is mended. */
  readonly refused: boolean;
}

/** A signer family: how to find and read its policy, and the rules by which it answers. One file each. */
export interface SignerPreset {
  /** True where Argo CD knows the health of the policy object, or a controller must report on it before it counts. */
  readonly policyReports: boolean;
  read(
    config: SignerConfig,
    manifests: readonly Manifest[],
  ): { readonly signer: Signer; readonly findings: readonly Finding[] };
}
