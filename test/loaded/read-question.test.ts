import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { waitArguments } from "../../src/barrier/wait-arguments.ts";
import { waitOptions } from "../../src/commands/wait-options.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { UsageError } from "../../src/errors.ts";
import type { Question } from "../../src/loaded/question.ts";
import { readQuestion, type WaitTexts } from "../../src/loaded/read-question.ts";
import { groupOf, policyRef } from "../barrier/samples.ts";
import { api, groupBy, methodNames, web } from "../barrier/signers-by-method.ts";
import { waitTexts } from "./samples.ts";

/** What the command line makes of arguments. */
function textsOf(args: readonly string[]): WaitTexts {
  const command = new Command();
  const options = waitOptions.map(([flags, description]) => new Option(flags, description));
  for (const option of options) command.addOption(option);
  command.parse(args, { from: "user" });
  const given: Readonly<Record<string, WaitTexts[string]>> = command.opts();
  return Object.fromEntries(
    options.map((option) => [option.long?.slice("--".length) ?? "", given[option.attributeName()]]),
  );
}

function accountsOf({ requesters }: Question): readonly string[] {
  return requesters.map(({ namespace, serviceAccountName }) => `${namespace}/${serviceAccountName}`);
}

describe("the arguments of a barrier, read again", () => {
  it.each(methodNames.filter((method) => method !== "canary" && method !== "status"))(
    "give the signer as it was configured, for method %s",
    (method) => {
      const group = groupBy(method);
      const question = readQuestion(textsOf(waitArguments(group, true)));
      const { name: configMap, namespace } = group.policyManifest?.ref ?? policyRef;
      expect(question.signer).toEqual({
        ...group.signer,
        signerName: group.signerName,
        policy: { ...group.signer.policy, namespace, configMap },
        readiness: { ...group.signer.readiness, timeout: group.signer.readiness.timeout - 30 },
      });
      expect(question.policy).toEqual(group.policyManifest?.ref);
      expect(question.isSignerInSync).toBe(true);
      expect(question).toMatchObject({ stableForSeconds: 5, timeoutSeconds: 270 });
      expect(accountsOf(question)).toEqual(["shop/api", "shop/web"]);
      expect(question.requesters[1]?.userAnnotations).toEqual(web.userAnnotations);
      expect(question.requesters[0]?.userAnnotations).toEqual(api.userAnnotations);
    },
  );

  it("give a described signer as it was configured", () => {
    const file = join(import.meta.dirname, "../../examples/custom-policy/grantwave.yaml");
    const [signer] = parseConfig(readFileSync(file, "utf8"), file, "operator").signers;
    if (signer?.preset !== "generic") return expect.fail("the example describes its signer");
    const { group, kind, name = "any", namespace = "" } = signer.policy;
    const policy = { group, kind, namespace, name };
    const { signerName } = signer;
    const described = groupOf([web], { signer, signerName, policy, policyManifest: undefined });
    const question = readQuestion(textsOf(waitArguments(described, false)));
    expect(question.signer).toEqual({
      ...signer,
      readiness: { ...signer.readiness, timeout: signer.readiness.timeout - 30 },
    });
    expect(question.policy).toEqual(policy);
    expect(question.isSignerInSync).toBe(false);
  });
});

describe("arguments that no barrier passes", () => {
  it.each<[string, WaitTexts]>([
    ["no policy", { policy: undefined }],
    ["a policy that is no object", { policy: "ConfigMap" }],
    ["no requesters", { requesters: undefined }],
    ["half a list of requesters", { requesters: ['[{"namespace":"shop"'] }],
    ["requesters without accounts", { requesters: ['[{"namespace":"shop","keyType":"ED25519"}]'] }],
    [
      "an account that is no text",
      { requesters: ['[{"namespace":"a","keyType":"b","serviceAccounts":[1]}]'] },
    ],
    ["an unknown method", { method: "hope" }],
    ["a canary, which waits by itself", { method: "canary", "stable-for": undefined }],
    ["an option of another method", { port: "9090" }],
    ["no deadline", { timeout: undefined }],
    ["a deadline that is no duration", { timeout: "soon" }],
    ["an unknown preset", { preset: "wishes" }],
    ["method http without a workload", { method: "http", port: "1", path: "/", workload: undefined }],
  ])("are refused: %s", (_, differences) => {
    expect(() => readQuestion(waitTexts("settle", differences))).toThrow(UsageError);
  });
});
