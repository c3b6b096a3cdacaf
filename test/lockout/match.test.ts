import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";

const example = join(import.meta.dirname, "../../examples/webhook-lockout");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-match-"));
  cpSync(example, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function match(webhooks: string, request: string, ...more: readonly string[]) {
  return runGrantwave(["lockout", "match", "--webhooks", webhooks, "--request", request, ...more], {
    cwd: folder,
  });
}

const config = {
  group: "admissionregistration.k8s.io",
  kind: "ValidatingWebhookConfiguration",
  namespace: "",
  name: "pod-policy",
};

describe("lockout match", () => {
  it("says that the webhook of the incident sees its own pods, and that the repaired one does not", async () => {
    const before = await match("app/webhook.yaml", "request.json", "-o", "json");
    expect(JSON.parse(before.stdout)).toEqual([
      { config, webhook: "pods.policy.example.com", match: "yes", because: "rule 0 covers it" },
    ]);
    const after = await match("repaired/webhook.yaml", "request.json", "-o", "json");
    expect(JSON.parse(after.stdout)).toEqual([
      {
        config,
        webhook: "pods.policy.example.com",
        match: "no",
        because: "the namespace selector leaves it out",
      },
    ]);
  });

  it("answers in plain text, too", async () => {
    const { exit, stdout } = await match("app/webhook.yaml", "request.json");
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout:
        "yes     pods.policy.example.com of ValidatingWebhookConfiguration/pod-policy\n        rule 0 covers it\n",
    });
  });

  it.each([
    [
      "what is no JSON",
      "app/webhook.yaml",
      'the file "app/webhook.yaml" is no admission request: it is no JSON',
    ],
    ["a request without an operation", "{}", "is no admission request: operation: Invalid option"],
    ["a field that no request has", '{"operation":"CREATE","verb":"create"}', "is no admission request: "],
    ["a file that is not there", "missing.json", 'the file "missing.json" of --request cannot be read'],
  ])("refuses %s", async (_what, request, message) => {
    const file = request.startsWith("{") ? "broken.json" : request;
    if (request.startsWith("{")) writeFileSync(join(folder, file), request);
    const { exit, stderr, stdout } = await match("app/webhook.yaml", file);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("tells what is wrong with a webhook configuration", async () => {
    writeFileSync(
      join(folder, "odd.yaml"),
      "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: old}\nwebhooks: []\n",
    );
    const { exit, stderr } = await match("odd.yaml", "request.json");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringContaining("webhook-refused") });
  });
});
