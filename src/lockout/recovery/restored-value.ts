import { isObject, type JsonObject, type Manifest } from "../../manifest/manifest.ts";
import { refKey } from "../../manifest/object-ref.ts";
import type { LockoutModel } from "../model.ts";

/**
 * A configuration as it is to be applied again. What a recovery patches is stated, also where the manifest leaves it to
 * its default: `kubectl apply` takes back only fields that it finds in the file or has put there itself, and would leave
 * the webhook open for ever (kubectl 1.37, three-way merge by webhook name).
 */
export function restoredValue({ ref, value }: Manifest, { webhooks }: LockoutModel): JsonObject {
  const items = value["webhooks"];
  if (!Array.isArray(items)) return value;
  const own = webhooks.filter(({ webhook }) => refKey(webhook.config) === refKey(ref));
  const byIndex = new Map(own.map(({ webhook }) => [webhook.index, webhook]));
  const stated = items.map((item, index) => {
    const webhook = byIndex.get(index);
    if (webhook === undefined || !isObject(item)) return item;
    return { ...item, failurePolicy: webhook.failurePolicy, timeoutSeconds: webhook.timeoutSeconds };
  });
  return { ...value, webhooks: stated };
}
