import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { JsonValue, Manifest } from "../manifest/manifest.ts";
import { selectorProblem } from "./label-selector.ts";
import { fieldsOf, listOf } from "./read-fields.ts";
import { readWebhook, type WebhookFields } from "./read-webhook.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookProblem } from "./webhook-problem.ts";

/**
 * The kinds that call webhooks. ValidatingAdmissionPolicy and MutatingAdmissionPolicy are no webhooks: the API server
 * evaluates them itself, so that none of them can be down. They would be a row of their own, with bindings.
 */
const configurations: ReadonlyMap<string, Webhook["kind"]> = new Map([
  ["MutatingWebhookConfiguration", "Mutating"],
  ["ValidatingWebhookConfiguration", "Validating"],
]);

const group = "admissionregistration.k8s.io";

/**
 * The webhooks of a render, in its order. What the API server would refuse is a finding; a webhook is left out only
 * where it cannot be read at all.
 */
export function readWebhooks(manifests: readonly Manifest[]): Outcome<readonly Webhook[]> {
  const value: Webhook[] = [];
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    const kind = manifest.ref.group === group ? configurations.get(manifest.ref.kind) : undefined;
    if (kind === undefined) continue;
    const report = ({ path, message }: Pick<WebhookProblem, "path" | "message">): void => {
      const { ref, source } = manifest;
      findings.push(finding("webhook-refused", { refs: [ref], source }, { path, problem: message }));
    };
    if (manifest.apiVersion !== `${group}/v1`) {
      report({ path: "apiVersion", message: `Kubernetes serves ${group}/v1 only` });
      continue;
    }
    const items = attempt(
      (): readonly JsonValue[] => listOf(fieldsOf(manifest.value, ""), "webhooks"),
      report,
    );
    for (const [index, item] of (items ?? []).entries()) {
      const path = `webhooks[${index}]`;
      const fields = attempt(() => readWebhook(kind, fieldsOf(item, path)), report);
      if (fields === undefined) continue;
      for (const problem of refusals(fields, path)) report(problem);
      value.push({ ...fields, config: manifest.ref, source: manifest.source, index });
    }
  }
  return { value, findings };
}

function attempt<T>(read: () => T, report: (problem: WebhookProblem) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WebhookProblem)) throw error;
    report(error);
    return undefined;
  }
}

/** What can be read and is refused all the same (kubernetes 1.37 `pkg/apis/admissionregistration/validation`). */
function refusals(webhook: WebhookFields, path: string): readonly Pick<WebhookProblem, "path" | "message">[] {
  const problems: { path: string; message: string }[] = [];
  const note = (field: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ path: `${path}.${field}`, message });
  };
  if (webhook.name === "") note("name", "it has to be stated");
  if (webhook.clientConfig.kind === "none") note("clientConfig", "it has to have a service or a url");
  if (webhook.sideEffects !== "None" && webhook.sideEffects !== "NoneOnDryRun") {
    note("sideEffects", "it has to be None or NoneOnDryRun");
  }
  note("namespaceSelector", selectorProblem(webhook.namespaceSelector));
  note("objectSelector", selectorProblem(webhook.objectSelector));
  if (webhook.matchConditions.length > 64) note("matchConditions", "there are more than 64");
  return problems;
}
