import type { SignerConfig } from "../config/config.ts";
import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { configMapText, findConfigMap } from "./config-map-key.ts";
import { answersOf } from "./pod-cert-signer-answer.ts";
import { type Policy, readPolicy } from "./pod-cert-signer-policy.ts";
import type { Signer, SignerPreset, Verdict } from "./signer.ts";

/**
 * pod-cert-signer (0.1–0.4): a list of grants in JSON under one key of a ConfigMap, denied by default. A policy that it
 * cannot read makes it exit, so that it issues nothing. See docs/signers.md.
 */
export const podCertSigner: SignerPreset = { policyReports: false, read };

function read(config: SignerConfig, manifests: readonly Manifest[]): ReturnType<SignerPreset["read"]> {
  const { namespace, configMap, key } = config.policy;
  const manifest = findConfigMap(manifests, namespace, configMap);
  if (manifest === undefined) return { signer: externalSigner(config), findings: [] };
  const content = configMapText(manifest, key);
  if (!content.found) {
    return {
      signer: refusedSigner(config, manifest, config.signerName),
      findings: [refusal(config, manifest, content.path, content.reason)],
    };
  }
  const reading = readPolicy(content.text);
  if (!reading.accepted) {
    return {
      signer: refusedSigner(config, manifest, reading.signerName ?? config.signerName),
      findings: [refusal(config, manifest, `${content.path}, line ${reading.line}`, reading.reason)],
    };
  }
  return {
    signer: readySigner(config, manifest, reading.policy, content.path),
    findings: differingName(config, manifest, reading.policy.signerName),
  };
}

function readySigner(config: SignerConfig, manifest: Manifest, policy: Policy, path: string): Signer {
  const answer = answersOf(policy);
  return {
    config,
    signerName: policy.signerName,
    policies: [manifest],
    refused: false,
    judge(requester): Verdict {
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
    },
  };
}

function externalSigner(config: SignerConfig): Signer {
  const { signerName } = config;
  return { config, signerName, policies: [], refused: false, judge: unasked };
}

function refusedSigner(config: SignerConfig, manifest: Manifest, signerName: string | undefined): Signer {
  return { config, signerName, policies: [manifest], refused: true, judge: unasked };
}

/** Nobody may ask a signer without a policy that counts: see {@link Signer.judge}. */
function unasked(): Verdict {
  throw new Error("a signer whose policy is external or refused was asked for its verdict");
}

function refusal(config: SignerConfig, manifest: Manifest, location: string, reason: string): Finding {
  return finding(
    "policy-refused",
    { refs: [manifest.ref], source: manifest.source },
    { signer: config.name, location, reason },
  );
}

function differingName(config: SignerConfig, manifest: Manifest, stated: string): readonly Finding[] {
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
