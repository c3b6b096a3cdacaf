import type { Phase } from "../argo/phase.ts";
import type { SignerConfig } from "../config/config.ts";
import type { JsonObject, Manifest } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { Requester } from "../requests/requester.ts";

/** A barrier before it has a wave: one per (phase, signer, policy object), with everything it waits for. */
export interface BarrierGroup {
  readonly phase: Phase;
  readonly signer: SignerConfig;
  readonly signerName: string;
  /** The policy object it asks about, as configured; it may be in this render or in the cluster. */
  readonly policy: ObjectRef;
  /** The same object in this render; undefined where the grants are external. */
  readonly policyManifest: Manifest | undefined;
  readonly requesters: readonly Requester[];
}

/** A barrier with its name, its wave and its Job: one document of YAML, to be appended to the render. */
export interface Barrier {
  readonly group: BarrierGroup;
  readonly ref: ObjectRef;
  readonly wave: number;
  /** The deadline after which the Job is ended and the sync fails. */
  readonly timeoutSeconds: number;
  /** The Job itself. It is printed last, in the style of the stream it joins. */
  readonly manifest: JsonObject;
}
