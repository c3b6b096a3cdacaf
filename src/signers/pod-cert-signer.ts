import type { SignerConfigOf } from "../config/config.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { formatRef, type ObjectRef } from "../manifest/object-ref.ts";
import { configMapText } from "./config-map-key.ts";
import { answersOf } from "./pod-cert-signer-answer.ts";
import { type Policy, readPolicy } from "./pod-cert-signer-policy.ts";
import { ambiguousPolicy } from "./policy-findings.ts";
import { resolvePolicies } from "./resolve-policies.ts";
import type { Signer, SignerPreset, Verdict } from "./signer.ts";
import { externalSigner, refusedSigner } from "./unasked-signer.ts";

type PodCertSignerConfig = SignerConfigOf<"pod-cert-signer">;

/**
 * pod-cert-signer (0.1–0.4): a list of grants in JSON under one key of a ConfigMap, denied by default. A policy that it
 * cannot read makes it exit, so that it issues nothing. See docs/signers.md.
 */
export const podCertSigner: SignerPreset<"pod-cert-signer"> = { read, waitArguments };

function read(config: PodCertSignerConfig, manifests: readonly Manifest[]): Outcome<Signer> {
  const { namespace, configMap: name, key } = config.policy;
  const policyRef: ObjectRef = { group: "", kind: "ConfigMap", namespace, name };
  const found = resolvePolicies({ ...policyRef, key }, config.workload, manifests);
  if (found.candidates.length > 0) {
    return {
      value: refusedSigner(config, config.signerName, policyRef, found.candidates),
      findings: [ambiguousPolicy(config, found.candidates)],
    };
  }
  const [manifest] = found.policies;
  if (manifest === undefined) {
    return { value: externalSigner(config, config.signerName, policyRef), findings: [] };
  }
  const content = configMapText(manifest, key);
  if (!content.found) {
    return {
      value: refusedSigner(config, config.signerName, policyRef, [manifest]),
      findings: [refusal(config, manifest, content.path, content.reason)],
    };
  }
  const reading = readPolicy(content.text);
  if (!reading.accepted) {
    return {
      value: refusedSigner(config, reading.signerName ?? config.signerName, policyRef, [manifest]),
      findings: [refusal(config, manifest, `${content.path}, line ${reading.line}`, reading.reason)],
    };
  }
  const answer = answerFrom(manifest, reading.policy, content.path);
  const { signerName } = reading.policy;
  return {
    value: { config, signerName, policyRef, policies: [manifest], refused: false, judge: answer },
    findings: differingName(config, manifest, signerName),
  };
}

function answerFrom(manifest: Manifest, policy: Policy, path: string): Signer["judge"] {
  const answer = answersOf(policy);
  return (requester): Verdict => {
    const answered = answer(requester);
    if (answered.status === "denied") return answered;
    const grant = policy.grants[answered.grant];
    return {
      status: "granted",
      grant: {
        policy: manifest,
        path: `${path}.grants[${answered.grant}]`,
        summary: `${grant?.namespace}/${grant?.serviceAccount} (${grant?.usage})`,
      },
    };
  };
}

function waitArguments({ policy }: PodCertSignerConfig, ref: ObjectRef): readonly string[] {
  return [`--policy=${formatRef(ref)}`, `--policy-key=${policy.key}`];
}

function refusal(config: PodCertSignerConfig, manifest: Manifest, location: string, reason: string): Finding {
  return finding(
    "policy-refused",
    { refs: [manifest.ref], source: manifest.source },
    { signer: config.name, location, reason },
  );
}

function differingName(config: PodCertSignerConfig, manifest: Manifest, stated: string): readonly Finding[] {
  const { name: signer, signerName: configured } = config;
  if (configured === undefined || configured === stated) return [];
  return [
    finding(
      "signer-name-differs",
      { refs: [manifest.ref], source: manifest.source },
      { signer, configured, stated },
    ),
  ];
}
