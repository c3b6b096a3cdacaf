import type { SignerConfig, SignerConfigOf } from "../config/config.ts";
import type { Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { RequesterIdentity } from "../requests/requester.ts";

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
  | { readonly status: "denied"; readonly reason: string; readonly detail: string }
  /** No policy of this render says anything, and there may be others that do. */
  | { readonly status: "external" };

/** A signer as this render knows it: made once per configured signer, then asked for each requester. */
export interface Signer {
  readonly config: SignerConfig;
  /** The name it answers to; undefined where neither policy nor configuration says it. */
  readonly signerName: string | undefined;
  /**
   * The object that carries its policy, as configured: the same from sync to sync, whatever the object of this render is
   * called. {@link anyName} as name or namespace stands for every object of the kind.
   */
  readonly policyRef: ObjectRef;
  /** The objects of this render that carry its policy. Empty: its grants are external. */
  readonly policies: readonly Manifest[];
  /** The verdict of the policies in this render. Only asked where `policies` is not empty and none was refused. */
  judge(requester: RequesterIdentity): Verdict;
  /** True where a policy of this render cannot count: nothing is granted until it is mended. A finding says why. */
  readonly refused: boolean;
}

/** Stands in a {@link Signer.policyRef} for every name; no object is called so. */
export const anyName = "*";

/** A signer family: how to find and read its policy, and the rules by which it answers. One file each. */
export interface SignerPreset<P extends SignerConfig["preset"] = SignerConfig["preset"]> {
  read(config: SignerConfigOf<P>, manifests: readonly Manifest[]): Outcome<Signer>;
  /**
   * What `grantwave wait` has to know of the live policy to read and match it: the object that a barrier asks about, by
   * the name that it has in this sync, and everything of the configuration that the preset's rules depend on.
   */
  waitArguments(config: SignerConfigOf<P>, policy: ObjectRef): readonly string[];
}
