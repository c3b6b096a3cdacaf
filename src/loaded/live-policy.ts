import { createHash } from "node:crypto";
import type { SignerConfig } from "../config/config.ts";
import { messageOf } from "../findings/message.ts";
import { type JsonObject, type Manifest, textAt } from "../manifest/manifest.ts";
import { formatRef } from "../manifest/object-ref.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import { configMapText } from "../signers/config-map-key.ts";
import { presetOf } from "../signers/presets.ts";
import { anyName, type Signer } from "../signers/signer.ts";
import { liveManifest } from "./live-manifest.ts";
import type { Question } from "./question.ts";

/** A requester that the live policy does not grant, and why. */
export interface MissingGrant {
  readonly requester: RequesterIdentity;
  /** The signer's own word for it, such as `NoGrant`. */
  readonly reason: string;
  readonly detail: string;
}

/** What the signer's policy says in the cluster now. */
export interface LivePolicy {
  readonly manifests: readonly Manifest[];
  /** Of `manifests` those that have to be loaded: the one that was named, or those that grant the requesters. */
  readonly asked: readonly Manifest[];
  /** Why nothing can be read from it: it is not there, or the signer itself would refuse it. */
  readonly problem: string | undefined;
  readonly missing: readonly MissingGrant[];
  /**
   * SHA-256 of the bytes of the policy's key, 64 hexadecimal digits: what the kubelet writes into the file. Undefined
   * where the policy is no text under a key.
   */
  readonly digest: string | undefined;
  /** Differs where anything differs that a signer could read: everything but metadata and status. */
  readonly fingerprint: string;
}

/** Reads and matches live objects with the code that reads and matches those of a render. */
export function readLivePolicy(question: Question, objects: readonly JsonObject[]): LivePolicy {
  const { policy, requesters, signer } = question;
  const manifests = objects.map((object) => liveManifest(object, policy));
  const named = manifests.filter(({ ref }) => isAsked(question, ref));
  const content = { manifests, digest: digestOf(signer, named), fingerprint: fingerprintOf(objects) };
  if (policy.name === anyName ? manifests.length === 0 : named.length === 0) {
    return { ...content, asked: named, problem: `there is no ${formatRef(policy)}`, missing: [] };
  }
  const reading = presetOf(signer).read(signer, manifests);
  if (reading.value.refused) {
    const [finding] = reading.findings;
    const problem = finding === undefined ? "the live policy cannot be read" : messageOf(finding).message;
    return { ...content, asked: named, problem, missing: [] };
  }
  const { granting, missing } = judgeAll(reading.value, requesters, question.signerName);
  return {
    ...content,
    asked: policy.name === anyName ? manifests.filter((manifest) => granting.has(manifest)) : named,
    problem: undefined,
    missing,
  };
}

function isAsked({ policy }: Question, ref: Manifest["ref"]): boolean {
  if (policy.name === anyName) return true;
  return ref.name === policy.name && (policy.namespace === "" || ref.namespace === policy.namespace);
}

function judgeAll(
  signer: Signer,
  requesters: readonly RequesterIdentity[],
  signerName: string,
): { readonly granting: ReadonlySet<Manifest>; readonly missing: readonly MissingGrant[] } {
  const granting = new Set<Manifest>();
  const missing: MissingGrant[] = [];
  for (const requester of requesters) {
    if (signer.signerName !== signerName) {
      const detail = `the live policy is of the signer ${signer.signerName ?? "without a name"}`;
      missing.push({ requester, reason: "NoGrant", detail });
      continue;
    }
    const verdict = signer.judge(requester);
    if (verdict.status === "granted") granting.add(verdict.grant.policy);
    else if (verdict.status === "denied") missing.push({ requester, ...verdict });
    // Every policy that there is was read: nothing elsewhere can grant it.
    else missing.push({ requester, reason: "NoGrant", detail: "no live policy grants it" });
  }
  return { granting, missing };
}

function digestOf({ policy }: SignerConfig, named: readonly Manifest[]): string | undefined {
  const [manifest] = named;
  if (policy.key === undefined || manifest === undefined || named.length > 1) return undefined;
  const content = configMapText(manifest, policy.key);
  if (!content.found) return undefined;
  const binary = textAt(manifest.value, "binaryData", policy.key);
  const bytes = binary === undefined ? content.text : Buffer.from(binary, "base64");
  return createHash("sha256").update(bytes).digest("hex");
}

/** Fields that no signer reads its grants from. */
const apart: ReadonlySet<string> = new Set(["metadata", "status"]);

function fingerprintOf(objects: readonly JsonObject[]): string {
  const hash = createHash("sha256");
  for (const object of objects) {
    const { ref } = liveManifest(object, { group: "", kind: "" });
    const content = Object.entries(object).filter(([key]) => !apart.has(key));
    hash.update(JSON.stringify([ref.namespace, ref.name, content]));
  }
  return hash.digest("hex");
}
