import type { SignerConfigOf } from "../config/config.ts";
import { finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { formatRef, type ObjectRef } from "../manifest/object-ref.ts";
import { judgeBy } from "./generic/judge.ts";
import { policyContent } from "./generic/policy-content.ts";
import { type EntriesReading, type PolicyEntry, readEntries } from "./generic/policy-entries.ts";
import { ambiguousPolicy } from "./policy-findings.ts";
import { resolvePolicies } from "./resolve-policies.ts";
import { anyName, type Signer, type SignerPreset } from "./signer.ts";
import { externalSigner, refusedSigner } from "./unasked-signer.ts";

type GenericConfig = SignerConfigOf<"generic">;

/**
 * A signer that nobody here knows, by what its configuration says of it: where its grants stand, which of their fields
 * are compared with what, and which grant decides. See docs/adding-a-signer.md.
 */
export const generic: SignerPreset<"generic"> = { read, waitArguments };

function read(config: GenericConfig, manifests: readonly Manifest[]): Outcome<Signer> {
  const { policy, signerName } = config;
  const policyRef = configuredRef(policy);
  const { policies, candidates } = resolvePolicies(selectorOf(config), config.workload, manifests);
  if (candidates.length > 0) {
    const value = refusedSigner(config, signerName, policyRef, candidates);
    return { value, findings: [ambiguousPolicy(config, candidates)] };
  }
  if (policies.length === 0) {
    return { value: externalSigner(config, signerName, policyRef), findings: [] };
  }
  const entries: PolicyEntry[] = [];
  for (const manifest of policies) {
    const reading = entriesOf(config, manifest);
    if (!reading.readable) {
      const value = refusedSigner(config, signerName, policyRef, policies);
      return { value, findings: [unreadable(config, manifest, reading)] };
    }
    for (const entry of reading.entries) entries.push(entry);
  }
  const judge = judgeBy(config.grants, entries, policy.name === undefined);
  return { value: { config, signerName, policyRef, policies, refused: false, judge }, findings: [] };
}

function entriesOf({ policy, grants }: GenericConfig, manifest: Manifest): EntriesReading {
  const content = policyContent(policy, manifest);
  if (content.found) return readEntries(grants, manifest, content);
  return { readable: false, place: content.place, reason: content.reason };
}

/**
 * `--grants` is the description itself, as JSON `{ policy, grants }` in the words of the configuration: `wait` reads the
 * live policies by it. `--policy` is the one of them that has to be loaded.
 */
function waitArguments({ policy, grants }: GenericConfig, ref: ObjectRef): readonly string[] {
  const isClusterScoped = policy.name !== undefined && policy.namespace === undefined;
  return [
    `--policy=${formatRef(isClusterScoped ? { ...ref, namespace: "" } : ref)}`,
    ...(policy.key === undefined ? [] : [`--policy-key=${policy.key}`]),
    `--grants=${JSON.stringify({ policy, grants })}`,
  ];
}

function selectorOf({ policy }: GenericConfig) {
  const { group, kind, namespace, name, key } = policy;
  return { group, kind, namespace, name, key };
}

function configuredRef({ group, kind, namespace, name }: GenericConfig["policy"]): ObjectRef {
  const anywhere = name === undefined ? anyName : "";
  return { group, kind, namespace: namespace ?? anywhere, name: name ?? anyName };
}

function unreadable(
  config: GenericConfig,
  manifest: Manifest,
  { place, reason }: EntriesReading & { readonly readable: false },
) {
  return finding(
    "policy-unreadable",
    { refs: [manifest.ref], source: manifest.source },
    { signer: config.name, location: place, reason },
  );
}
