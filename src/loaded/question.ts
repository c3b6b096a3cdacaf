import type { SignerConfig } from "../config/config.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { RequesterIdentity } from "../requests/requester.ts";

/** What one barrier waits for. */
export interface Question {
  readonly signer: SignerConfig;
  /** The name that the pods ask for, `<domain>/<path>`. */
  readonly signerName: string;
  /** The object that carries the grants; `anyName` as name or namespace for every object of the kind. */
  readonly policy: ObjectRef;
  readonly requesters: readonly RequesterIdentity[];
  /** True where the signer's workload is part of the same sync: it may not be there yet, and is no typing error. */
  readonly isSignerInSync: boolean;
  readonly stableForSeconds: number;
  readonly timeoutSeconds: number;
}
