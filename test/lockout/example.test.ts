import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { found } from "./fixtures.ts";

const example = join(import.meta.dirname, "../../examples/webhook-lockout");

function read(folder: string): string {
  return ["policy.yaml", "webhook.yaml"]
    .map((file) => readFileSync(join(example, folder, file), "utf8"))
    .join("---\n");
}

describe("the incident", () => {
  it("is found in what was deployed, with what made it likely", () => {
    expect(found(read("app"))).toEqual([
      "error lockout-own-pods ValidatingWebhookConfiguration/pod-policy",
      "warning webhook-disruption-budget Deployment/policy/pod-policy",
      "warning webhook-same-node Deployment/policy/pod-policy",
      "warning lockout-system-pods ValidatingWebhookConfiguration/pod-policy",
      "info webhook-priority Deployment/policy/pod-policy",
    ]);
  });

  it("is not found in what it was repaired to, and nothing else is", () => {
    expect(found(read("repaired"))).toEqual([]);
  });
});
