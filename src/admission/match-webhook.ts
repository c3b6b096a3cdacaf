import { type Covered, findCoverage } from "./equivalent.ts";
import { exemption } from "./exempt.ts";
import { askConditions } from "./match-conditions.ts";
import { selectNamespace } from "./namespace-selector.ts";
import { selectObject } from "./object-selector.ts";
import type { AdmissionRequest } from "./request.ts";
import type { WebhookMatch } from "./webhook.ts";

export interface Verdict {
  /** `error`: the API server rejects the request without calling the webhook. */
  readonly match: "yes" | "no" | "error" | "unknown";
  /** What decided: words for people, without values of the object. */
  readonly because: string;
}

/**
 * Whether the API server calls a webhook for a request, as `Dispatch` and `ShouldCallHook` of `k8s.io/apiserver` 0.37
 * `plugin/webhook/generic/webhook.go` decide it. `yes`, `no` and `error` hold for whatever the request leaves open.
 */
export function matchWebhook(webhook: WebhookMatch, request: AdmissionRequest): Verdict {
  const exempt = exemption(request);
  if (exempt !== undefined) return { match: "no", because: exempt };
  // Each of these alone keeps the webhook from being called, whether or not another one is an error.
  const namespace = selectNamespace(webhook.namespaceSelector, request);
  if (namespace.selected === "no") return { match: "no", because: namespace.because };
  const object = selectObject(webhook.objectSelector, request);
  if (object.selected === "no") return { match: "no", because: object.because };
  const coverage = findCoverage(webhook, request);
  if (coverage.covers !== "yes") return { match: coverage.covers, because: coverage.because };

  const selections = [namespace, object];
  const open = selections.find(({ selected }) => selected === "unknown");
  const error = selections.find(({ selected }) => selected === "error");
  if (error !== undefined) {
    return open === undefined ? { match: "error", because: error.because } : unknownFor(open.because);
  }
  const conditions = askConditions(webhook, request, coverage);
  if (open !== undefined) return conditions.match === "no" ? conditions : unknownFor(open.because);
  if (webhook.matchConditions.length > 0) return conditions;
  return { match: "yes", because: coveredWords(coverage) };
}

function unknownFor(because: string): Verdict {
  return { match: "unknown", because };
}

function coveredWords({ rule, isConverted, as }: Covered): string {
  if (!isConverted) return `rule ${rule} covers it`;
  const name = [as.group, as.version, as.resource].filter((part) => part !== "").join("/");
  return `rule ${rule} covers it as ${name}`;
}
