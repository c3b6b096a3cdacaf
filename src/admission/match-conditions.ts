import { conditionData } from "./cel/condition-data.ts";
import { type CompiledCondition, compileCondition, evaluateCondition } from "./cel/evaluate-condition.ts";
import type { AdmissionRequest, KindIdentity } from "./request.ts";
import type { MatchCondition, WebhookMatch } from "./webhook.ts";

export interface ConditionsVerdict {
  readonly match: "yes" | "no" | "error" | "unknown";
  readonly because: string;
}

/**
 * What the match conditions of a webhook make of a request that rules and selectors let through (`k8s.io/apiserver`
 * 0.37 `plugin/webhook/matchconditions/matcher.go`): one that is false skips the webhook, whatever the others are; an
 * error rejects the request, or skips the webhook with `failurePolicy: Ignore`.
 */
export function askConditions(
  webhook: WebhookMatch,
  request: AdmissionRequest,
  matched: { readonly kind: KindIdentity; readonly isConverted: boolean },
): ConditionsVerdict {
  if (webhook.matchConditions.length === 0) return { match: "yes", because: "it has no match conditions" };
  const data = conditionData(request, matched);
  let error: ConditionsVerdict | undefined;
  let open: ConditionsVerdict | undefined;
  for (const matchCondition of webhook.matchConditions) {
    const { answer, because } = evaluateCondition(compiled(matchCondition), data);
    const condition = `match condition ${JSON.stringify(matchCondition.name)}`;
    if (answer === "false") return { match: "no", because: `${condition} is false` };
    if (answer === "error")
      error ??= { match: "error", because: `${condition} ends in an error: ${because}` };
    if (answer === "unknown") open ??= { match: "unknown", because: `${condition} is not known: ${because}` };
  }
  if (error !== undefined && webhook.failurePolicy === "Ignore") {
    return { match: "no", because: `${error.because}; with failurePolicy Ignore that skips the webhook` };
  }
  return open ?? error ?? { match: "yes", because: "all match conditions are true" };
}

/** Many requests are put to the same webhooks; parsing takes longer than evaluating. */
const cache = new WeakMap<MatchCondition, CompiledCondition>();

function compiled(condition: MatchCondition): CompiledCondition {
  const known = cache.get(condition);
  if (known !== undefined) return known;
  const made = compileCondition(condition.expression);
  cache.set(condition, made);
  return made;
}
