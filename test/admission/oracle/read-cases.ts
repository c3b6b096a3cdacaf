import { readFileSync } from "node:fs";
import { fieldsOf } from "../../../src/admission/read-fields.ts";
import { readWebhook, type WebhookFields } from "../../../src/admission/read-webhook.ts";
import type { AdmissionRequest, Equivalent } from "../../../src/admission/request.ts";
import type { JsonObject } from "../../../src/manifest/manifest.ts";

export interface OracleCase {
  readonly id: string;
  readonly webhook: WebhookFields;
  readonly request: AdmissionRequest;
  readonly answer: {
    readonly match: boolean | "error";
    readonly reason: string;
    readonly matchedAs?: string;
  };
}

interface Line {
  readonly id: string;
  readonly kind: "Validating" | "Mutating";
  readonly webhook: JsonObject;
  readonly equivalents?: readonly Equivalent[];
  readonly request: AdmissionRequest;
  readonly answer: OracleCase["answer"];
}

/** The cases of `cases.jsonl`, each webhook read as one of a manifest is. */
export function readCases(): readonly OracleCase[] {
  const text = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { id, kind, webhook, equivalents, request, answer } = JSON.parse(line) as Line;
      return {
        id,
        webhook: readWebhook(kind, fieldsOf(webhook, "webhooks[0]")),
        request: { ...request, equivalents },
        answer,
      };
    });
}
