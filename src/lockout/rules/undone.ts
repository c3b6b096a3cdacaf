import { stringMap } from "../../admission/request.ts";
import { valueAt } from "../../manifest/manifest.ts";
import { refKey } from "../../manifest/object-ref.ts";
import { webhookFinding } from "../closed-webhooks.ts";
import { ownWrites } from "../own-writes.ts";
import type { LockoutRule } from "../rule.ts";

/** Controllers that write their own webhook configurations while they run, and how these are known. */
const owners: readonly { readonly owner: string; readonly name: RegExp; readonly partOf?: string }[] = [
  { owner: "Kyverno", name: /^kyverno-/ },
  { owner: "Kubewarden", name: /^kubewarden-/, partOf: "kubewarden" },
  { owner: "Istio", name: /^istio(?:d)?-/ },
  { owner: "Capsule", name: /^capsule-/ },
];

/** LO021: somebody writes the configuration anew that a recovery has taken away. */
export const undone: LockoutRule = {
  id: "LO021",
  find: ({ model }) => {
    const locked = new Set(ownWrites(model).map(({ webhook }) => refKey(webhook.config)));
    const told = new Set<string>();
    return model.webhooks.flatMap((known) => {
      const key = refKey(known.webhook.config);
      if (!locked.has(key) || told.has(key)) return [];
      told.add(key);
      const config = model.surroundings.manifests.find(({ ref }) => refKey(ref) === key);
      const labels = stringMap(valueAt(config?.value, "metadata", "labels")) ?? {};
      const found = owners.find(
        ({ name, partOf }) =>
          name.test(known.webhook.config.name) ||
          (partOf !== undefined && labels["app.kubernetes.io/part-of"] === partOf),
      );
      return found === undefined ? [] : [webhookFinding("recovery-undone", known, found.owner)];
    });
  },
};
