import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Requester } from "../../../src/requests/requester.ts";
import { makeManifest } from "../../requests/make-manifest.ts";
import { runs } from "../../runs.ts";
import { asking, described, inOneWord, signerOf } from "./described.ts";

interface Rule {
  readonly effect?: "allow" | "deny";
  readonly namespace?: string;
  readonly accounts?: readonly string[];
  readonly keys?: readonly string[];
  readonly names?: readonly string[];
}

type Precedence = "any" | "first" | "most-specific";

const letters = (symbols: string) =>
  fc.string({ unit: fc.constantFrom(...symbols), minLength: 1, maxLength: 3 });
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    effect: fc.constantFrom("allow", "allow", "deny"),
    namespace: letters("ab*"),
    accounts: fc.array(letters("ab"), { maxLength: 2 }),
    keys: fc.array(fc.constantFrom("RSA3072", "ED25519"), { maxLength: 2 }),
    names: fc.array(letters("ab*"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const requesters = fc
  .record({
    namespace: letters("ab"),
    serviceAccountName: letters("ab"),
    keyType: fc.constantFrom("RSA3072", "ED25519"),
    names: fc.array(letters("ab"), { maxLength: 2 }),
  })
  .map(({ names, ...rest }) =>
    asking({ ...rest, userAnnotations: { "example.org/names": names.join(",") } }),
  );

const description = (precedence: Precedence) =>
  described(
    { group: "example.org", kind: "Rules", namespace: "web", name: "rules" },
    {
      path: "spec.rules",
      precedence,
      fields: {
        namespace: { path: "namespace", match: "glob", missing: "any" },
        serviceAccount: { path: "accounts" },
        keyType: { path: "keys", missing: "any" },
        annotations: {
          "example.org/names": { path: "names", match: "glob", separator: ",", denial: "NameNotAllowed" },
        },
      },
      effect: { path: "effect", deny: ["deny"], denial: "Forbidden" },
    },
  );

/** A glob as a regular expression, which is fine for three characters. */
function globs(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(text);
}

function asked({ userAnnotations }: Requester): readonly string[] {
  return (userAnnotations["example.org/names"] ?? "").split(",").filter((name) => name !== "");
}

const lists = (patterns: readonly string[] | undefined, name: string) =>
  (patterns ?? []).some((pattern) => globs(pattern, name));

function applies(one: Rule, requester: Requester): boolean {
  const { namespace, accounts = [], keys = [], names = [], effect } = one;
  return (
    (namespace === undefined || globs(namespace, requester.namespace)) &&
    accounts.includes(requester.serviceAccountName) &&
    (keys.length === 0 || keys.includes(requester.keyType)) &&
    (effect !== "deny" || names.length === 0 || asked(requester).some((name) => lists(names, name)))
  );
}

/** How much a rule says about the namespace; accounts are always spelled out. */
function weight({ namespace }: Rule): number {
  if (namespace === undefined) return -1;
  return namespace.includes("*") ? namespace.replaceAll("*", "").length : 1000;
}

/** The rules of docs/adding-a-signer.md, word for word. */
function naiveDecision(rules: readonly Rule[], requester: Requester, precedence: Precedence): string {
  const fitting = rules.filter((one) => applies(one, requester));
  const covers = (one: Rule) => asked(requester).every((name) => lists(one.names, name));
  const denies = (one: Rule) => one.effect === "deny";
  let chosen = fitting[0];
  if (precedence === "any") chosen = fitting.find(denies) ?? fitting.find(covers) ?? fitting[0];
  if (precedence === "most-specific") {
    const most = Math.max(...fitting.map(weight));
    const best = fitting.filter((one) => weight(one) === most);
    chosen = best.find(denies) ?? best[0];
  }
  if (chosen === undefined) return "NoGrant";
  if (denies(chosen)) return "Forbidden";
  return covers(chosen) ? `spec.rules[${rules.indexOf(chosen)}]` : "NameNotAllowed";
}

describe.each(["any", "first", "most-specific"] as const)(
  "a described signer with precedence %s",
  (precedence) => {
    const config = description(precedence);

    it("decides as a word for word reading of its rules does", () => {
      const seen = new Set<string>();
      fc.assert(
        fc.property(
          fc.array(rule, { maxLength: 6 }),
          fc.array(requesters, { minLength: 1, maxLength: 5 }),
          (rules, askers) => {
            const manifest = makeManifest({
              apiVersion: "example.org/v1",
              kind: "Rules",
              metadata: { name: "rules" },
              spec: { rules: rules as never },
            });
            const signer = signerOf(config, [manifest]);
            for (const requester of askers) {
              const decision = inOneWord(signer.judge(requester));
              expect(decision).toBe(naiveDecision(rules, requester, precedence));
              seen.add(decision.replace(/\[\d\]/, ""));
            }
          },
        ),
        runs(2000),
      );
      expect([...seen].sort()).toEqual(["Forbidden", "NameNotAllowed", "NoGrant", "spec.rules"]);
    });
  },
);
