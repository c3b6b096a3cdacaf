import { SignerConfig, type SignerConfigOf } from "../../../src/config/config.ts";
import type { JsonObject, Manifest } from "../../../src/manifest/manifest.ts";
import type { Requester } from "../../../src/requests/requester.ts";
import { generic } from "../../../src/signers/generic.ts";
import type { Signer, Verdict } from "../../../src/signers/signer.ts";
import { readYaml } from "../../requests/read-yaml.ts";
import { requester } from "../policies.ts";

export type GenericConfig = SignerConfigOf<"generic">;

/** A signer described in configuration: its policy and grants as a person writes them. */
export function described(policy: JsonObject, grants: JsonObject, more: JsonObject = {}): GenericConfig {
  const config = SignerConfig.parse({
    name: "mesh-identities",
    preset: "generic",
    signerName: "mesh.example.org/identity",
    policy,
    grants,
    ...more,
  });
  if (config.preset !== "generic") throw new Error("the preset of this test was changed");
  return config;
}

/** The signer by a render of YAML; the texts of a policy are those that the real reader makes of it. */
export function signerOf(config: GenericConfig, render: string | readonly Manifest[]): Signer {
  const { value, findings } = generic.read(config, manifestsOf(render));
  const [problem] = findings;
  if (problem !== undefined)
    throw new Error(`the policy of this test has a problem: ${JSON.stringify(problem)}`);
  return value;
}

/** What is found wrong with the policies of a render: code and arguments. */
export function problemsOf(config: GenericConfig, render: string): readonly unknown[] {
  return generic.read(config, manifestsOf(render)).findings.map(({ code, args }) => ({ code, ...args }));
}

function manifestsOf(render: string | readonly Manifest[]): readonly Manifest[] {
  return typeof render === "string" ? readYaml(render, "web") : render;
}

/** Path of the grant or reason of the denial, in one word. */
export function inOneWord(verdict: Verdict): string {
  if (verdict.status === "granted") return verdict.grant.path;
  return verdict.status === "denied" ? verdict.reason : verdict.status;
}

/** A requester of the described signer: `web/server`, unless something else is said. */
export function asking(fields: Partial<Requester> = {}): Requester {
  return requester({ signerName: "mesh.example.org/identity", ...fields });
}

/** A requester by `namespace/account`. */
export function account(name: string, fields: Partial<Requester> = {}): Requester {
  const [namespace = "", serviceAccountName = ""] = name.split("/");
  return asking({ namespace, serviceAccountName, ...fields });
}
