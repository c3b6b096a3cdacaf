import { findCoverage } from "../admission/equivalent.ts";
import { matchWebhook } from "../admission/match-webhook.ts";
import type { AdmissionRequest } from "../admission/request.ts";
import type { Webhook } from "../admission/webhook.ts";

/** A webhook that the API server calls, or may call, for a request. */
export interface Asked {
  readonly webhook: Webhook;
  /** `error`: the request is refused whether or not anybody could answer. */
  readonly match: "yes" | "error" | "unknown";
  readonly because: string;
}

/** Answers which webhooks see a request; without those that certainly do not. */
export type AskWebhooks = (request: AdmissionRequest) => readonly Asked[];

/**
 * Puts requests to webhooks. Which rules come into question is found out once for each sort of request; thousands of
 * objects share a few dozen of them.
 */
export function indexWebhooks(webhooks: readonly Webhook[]): AskWebhooks {
  const candidates = new Map<string, readonly Webhook[]>();
  const answers = new WeakMap<AdmissionRequest, readonly Asked[]>();
  function candidatesFor(request: AdmissionRequest): readonly Webhook[] {
    const key = sortOf(request);
    const known = candidates.get(key);
    if (known !== undefined) return known;
    const found = webhooks.filter((webhook) => findCoverage(webhook, request).covers !== "no");
    candidates.set(key, found);
    return found;
  }
  return (request) => {
    const known = answers.get(request);
    if (known !== undefined) return known;
    const asked = candidatesFor(request).flatMap((webhook): readonly Asked[] => {
      const { because, match } = matchWebhook(webhook, request);
      return match === "no" ? [] : [{ webhook, match, because }];
    });
    answers.set(request, asked);
    return asked;
  };
}

/** Everything that the rules of a webhook look at: see `findCoverage`. */
function sortOf(request: AdmissionRequest): string {
  const { group, operation, resource, subresource, unknown = [], version } = request;
  const { kind, namespace } = request;
  return [operation, group, version, resource, subresource, kind, namespace === "", [...unknown].sort()].join(
    "\n",
  );
}
