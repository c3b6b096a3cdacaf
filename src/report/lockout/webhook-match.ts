import * as z from "zod";
import type { Verdict } from "../../admission/match-webhook.ts";
import type { Webhook } from "../../admission/webhook.ts";
import { printable } from "../../findings/printable.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import type { TextOptions } from "../plan-text/section.ts";
import { plainRef, RefEntry } from "../report-entries.ts";
import { plainStyle, type Style } from "../style.ts";
import { wrap } from "../text-layout.ts";

/** What the API server does with one request, webhook by webhook, as `lockout match -o json` prints it. */
export const WebhookMatches = z.array(
  z.strictObject({
    config: RefEntry,
    webhook: z.string(),
    /** `error`: the API server rejects the request without calling the webhook. */
    match: z.enum(["yes", "no", "error", "unknown"]),
    because: z.string(),
  }),
);
export type WebhookMatches = z.infer<typeof WebhookMatches>;

export function webhookMatches(
  verdicts: readonly { readonly webhook: Webhook; readonly verdict: Verdict }[],
): WebhookMatches {
  return verdicts.map(({ webhook, verdict }) => ({
    config: plainRef(webhook.config),
    webhook: webhook.name,
    ...verdict,
  }));
}

/** Every format that the answers can be printed in. */
export const matchFormats = {
  text: (matches: WebhookMatches, options?: Partial<TextOptions>) => matchText(matches, options),
  json: (matches: WebhookMatches) => `${JSON.stringify(matches, null, 2)}\n`,
} as const satisfies Record<string, (matches: WebhookMatches, options?: Partial<TextOptions>) => string>;

export const matchFormatNames = Object.keys(matchFormats) as readonly (keyof typeof matchFormats)[];

const styles: { readonly [M in WebhookMatches[number]["match"]]: keyof Style } = {
  yes: "caution",
  no: "good",
  error: "bad",
  unknown: "caution",
};

function matchText(matches: WebhookMatches, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  if (matches.length === 0) return "There is no webhook in this file.\n";
  const lines = matches.flatMap(({ because, config, match, webhook }) => [
    `${style[styles[match]](match.padEnd(7))} ${printable(webhook)} of ${formatRef(config)}`,
    ...wrap(printable(because), width, "        ", "        "),
  ]);
  return `${lines.join("\n")}\n`;
}
