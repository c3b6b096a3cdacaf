import { X509Certificate } from "node:crypto";
import { jsonText } from "../../manifest/json-text.ts";
import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { refKey } from "../../manifest/object-ref.ts";
import { webhookFinding } from "../closed-webhooks.ts";
import type { LockoutRule } from "../rule.ts";

/** Annotations by which others fill in the certificate authority at run time. */
const injected = /^(?:cert-manager\.io\/inject-|service\.(?:beta|alpha)\.openshift\.io\/inject-cabundle)/;

const monthMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** LO008: the API server will not trust whoever answers, because the certificate authority is missing, broken or old. */
export const caBundle: LockoutRule = {
  id: "LO008",
  find: ({ model, now }) => {
    const { manifests } = model.surroundings;
    const configs = new Map(manifests.map((manifest) => [refKey(manifest.ref), manifest]));
    const patchers = jsonText(manifests.filter(({ ref }) => ref.group === "batch").map(({ value }) => value));
    return model.webhooks.flatMap((known) => {
      const { webhook } = known;
      const config = configs.get(refKey(webhook.config));
      if (webhook.clientConfig.kind !== "service" || config === undefined) return [];
      const bundle = textAt(config.value, "webhooks", webhook.index, "clientConfig", "caBundle") ?? "";
      if (bundle === "") {
        const isFilled =
          isInjected(config) || patchers.includes(JSON.stringify(webhook.config.name).slice(1, -1));
        return isFilled
          ? []
          : [
              webhookFinding(
                "webhook-ca-bundle",
                known,
                "it is empty, and nothing says who fills it in",
                true,
              ),
            ];
      }
      const problem = problemOf(bundle, now);
      return problem === undefined
        ? []
        : [webhookFinding("webhook-ca-bundle", known, problem.what, problem.isSoon)];
    });
  },
};

function isInjected({ value }: Manifest): boolean {
  const annotations = valueAt(value, "metadata", "annotations");
  return Object.keys(annotations ?? {}).some((key) => injected.test(key));
}

/** The first certificate that cannot be read or has run out; one that still holds is good enough beside old ones. */
function problemOf(
  bundle: string,
  now: number,
): { readonly what: string; readonly isSoon: boolean } | undefined {
  const pem = Buffer.from(bundle, "base64").toString("latin1");
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return { what: "it holds no certificate", isSoon: false };
  let latest = Number.NEGATIVE_INFINITY;
  for (const block of blocks) {
    try {
      latest = Math.max(latest, Date.parse(new X509Certificate(block).validTo));
    } catch {
      return { what: "it cannot be read", isSoon: false };
    }
  }
  if (latest <= now) return { what: `it ran out on ${day(latest)}`, isSoon: false };
  return latest <= now + monthMilliseconds
    ? { what: `it runs out on ${day(latest)}`, isSoon: true }
    : undefined;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
