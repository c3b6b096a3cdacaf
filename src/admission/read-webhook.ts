import {
  choiceOf,
  type Fields,
  fieldsAt,
  integerOf,
  mappingsOf,
  selectorOf,
  textOf,
  textsOf,
} from "./read-fields.ts";
import type { ClientConfig, MatchCondition, Rule, Webhook } from "./webhook.ts";
import { WebhookProblem } from "./webhook-problem.ts";

export type WebhookFields = Omit<Webhook, "config" | "source" | "index">;

/**
 * One item of `webhooks`, with the defaults of the API server (kubernetes 1.37
 * `pkg/apis/admissionregistration/v1/defaults.go`). Throws {@link WebhookProblem} at what it could not even decode.
 */
export function readWebhook(kind: Webhook["kind"], item: Fields): WebhookFields {
  return {
    kind,
    name: textOf(item, "name"),
    rules: mappingsOf(item, "rules").map(readRule),
    failurePolicy: choiceOf(item, "failurePolicy", ["Fail", "Ignore"]),
    matchPolicy: choiceOf(item, "matchPolicy", ["Equivalent", "Exact"]),
    namespaceSelector: selectorOf(item, "namespaceSelector"),
    objectSelector: selectorOf(item, "objectSelector"),
    matchConditions: mappingsOf(item, "matchConditions").map(readCondition),
    sideEffects: textOf(item, "sideEffects"),
    timeoutSeconds: integerOf(item, "timeoutSeconds", 10, 1, 30),
    reinvocationPolicy: choiceOf(item, "reinvocationPolicy", ["Never", "IfNeeded"]),
    clientConfig: readClientConfig(fieldsAt(item, "clientConfig")),
  };
}

function readRule(rule: Fields): Rule {
  return {
    operations: textsOf(rule, "operations"),
    apiGroups: textsOf(rule, "apiGroups"),
    apiVersions: textsOf(rule, "apiVersions"),
    resources: textsOf(rule, "resources"),
    scope: textOf(rule, "scope", "*"),
  };
}

function readCondition(condition: Fields): MatchCondition {
  return { name: textOf(condition, "name"), expression: textOf(condition, "expression") };
}

function readClientConfig(config: Fields): ClientConfig {
  const url = textOf(config, "url");
  const service = fieldsAt(config, "service");
  if (Object.keys(service.value).length === 0) {
    return url === "" ? { kind: "none" } : { kind: "url", url };
  }
  if (url !== "") throw new WebhookProblem(config.path, "it has to have a service or a url, not both");
  return {
    kind: "service",
    namespace: textOf(service, "namespace"),
    name: textOf(service, "name"),
    path: textOf(service, "path"),
    port: integerOf(service, "port", 443, 1, 65_535),
  };
}
