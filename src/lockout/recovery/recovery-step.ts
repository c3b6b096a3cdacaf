import type { Webhook } from "../../admission/webhook.ts";
import type { JsonValue, Manifest } from "../../manifest/manifest.ts";
import type { ObjectRef } from "../../manifest/object-ref.ts";

/** One operation of a JSON patch (RFC 6902), as far as recoveries need them. */
export interface PatchOperation {
  readonly op: "test" | "add";
  readonly path: string;
  readonly value: JsonValue;
}

/** Something that a person does to get out of a lockout. Each can be written as a command and tried on the model. */
export type RecoveryStep =
  | { readonly kind: "patch"; readonly config: ObjectRef; readonly operations: readonly PatchOperation[] }
  | { readonly kind: "delete"; readonly config: ObjectRef }
  /** Pauses whatever would bring the configuration back at once. */
  | { readonly kind: "scale-down"; readonly workload: ObjectRef }
  | { readonly kind: "pause-application"; readonly application: ObjectRef }
  | { readonly kind: "resume-application"; readonly application: ObjectRef }
  | { readonly kind: "wait"; readonly workload: ObjectRef }
  | { readonly kind: "restore"; readonly config: ObjectRef; readonly file: string };

/** Opens webhooks of one configuration: they fail open, and at once. Their names are tested before anything changes. */
export function openWebhooks(config: ObjectRef, webhooks: readonly Webhook[]): RecoveryStep {
  const operations = webhooks.flatMap(({ index, name }): readonly PatchOperation[] => [
    { op: "test", path: `/webhooks/${index}/name`, value: name },
    { op: "add", path: `/webhooks/${index}/failurePolicy`, value: "Ignore" },
    { op: "add", path: `/webhooks/${index}/timeoutSeconds`, value: 1 },
  ]);
  return { kind: "patch", config, operations };
}

/** The file that holds a configuration as it was: told apart by kind, since both kinds may have one name. */
export function restoreFile({ kind, name }: ObjectRef): string {
  return `${kind === "MutatingWebhookConfiguration" ? "mutating" : "validating"}-${name.replace(/[^A-Za-z0-9._-]/g, "_")}.yaml`;
}

/** Whether a manifest is the object that a step names. */
export function isNamed({ ref }: Manifest, other: ObjectRef): boolean {
  return (
    ref.group === other.group &&
    ref.kind === other.kind &&
    ref.namespace === other.namespace &&
    ref.name === other.name
  );
}
