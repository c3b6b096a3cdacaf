import type { AdmissionContext } from "../admission/request-for.ts";
import type { ClientConfig } from "../admission/webhook.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { refKey } from "../manifest/object-ref.ts";
import type { Role } from "./infrastructure.ts";
import type { Backend } from "./known-webhook.ts";
import type { FindService } from "./service-hosts.ts";
import type { SignersOf } from "./signing-rights.ts";
import type { Workload } from "./workload.ts";

/** What needs are derived from: the whole render, indexed. */
export interface Surroundings {
  readonly manifests: readonly Manifest[];
  readonly context: AdmissionContext;
  readonly workloads: readonly Workload[];
  /** Those that play a role for others, by role. */
  readonly byRole: ReadonlyMap<Role, readonly Workload[]>;
  readonly findBackend: (config: ClientConfig) => Backend;
  readonly findService: FindService;
  readonly signersOf: SignersOf;
}

/** The id of the component that the pods of a workload are. */
export function workloadId({ manifest }: Workload): string {
  return refKey(manifest.ref);
}
