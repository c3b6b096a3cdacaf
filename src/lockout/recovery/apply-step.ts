import { isObject, type JsonObject, type JsonValue, type Manifest } from "../../manifest/manifest.ts";
import { isNamed, type PatchOperation, type RecoveryStep } from "./recovery-step.ts";

/**
 * The manifests as a step leaves them; undefined where it fails, as a patch does whose test finds another webhook.
 * Steps that change nothing in the model (waiting, pausing what would undo them) leave them as they are.
 *
 * @param original what is restored.
 */
export function applyStep(
  manifests: readonly Manifest[],
  step: RecoveryStep,
  original: readonly Manifest[],
): readonly Manifest[] | undefined {
  switch (step.kind) {
    case "patch": {
      const found = manifests.find((manifest) => isNamed(manifest, step.config));
      const value = found && patched(found.value, step.operations);
      if (found === undefined || value === undefined) return undefined;
      return manifests.map((manifest) => (manifest === found ? { ...manifest, value } : manifest));
    }
    case "delete": {
      const kept = manifests.filter((manifest) => !isNamed(manifest, step.config));
      return kept.length === manifests.length ? undefined : kept;
    }
    case "restore": {
      const found = original.find((manifest) => isNamed(manifest, step.config));
      if (found === undefined) return undefined;
      return [...manifests.filter((manifest) => !isNamed(manifest, step.config)), found];
    }
    default:
      return manifests;
  }
}

/** RFC 6902, `test` and `add` of members of webhooks only: `/webhooks/INDEX/FIELD`. */
function patched(value: JsonObject, operations: readonly PatchOperation[]): JsonObject | undefined {
  let webhooks: readonly JsonValue[] = Array.isArray(value["webhooks"]) ? value["webhooks"] : [];
  for (const { op, path, value: given } of operations) {
    const [, index = "", field = ""] = /^\/webhooks\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const webhook = webhooks[Number(index)];
    if (index === "" || !isObject(webhook)) return undefined;
    if (op === "test") {
      if (webhook[field] !== given) return undefined;
      continue;
    }
    webhooks = webhooks.map((other) => (other === webhook ? { ...webhook, [field]: given } : other));
  }
  return { ...value, webhooks };
}
