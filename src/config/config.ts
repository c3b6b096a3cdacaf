import * as z from "zod";
import { durationPattern, parseDurationSeconds } from "../duration.ts";
import type { FindingCode } from "../findings/finding.ts";
import { weights } from "../findings/severity.ts";
import { GenericGrants } from "./generic-grants.ts";
import { GenericPolicy } from "./generic-policy.ts";
import { Name, SignerName } from "./kubernetes-names.ts";

/** Seconds, written as `5m`, `150s` or `1h30m`. */
const Duration = z
  .string()
  .regex(durationPattern, "a duration such as 5m, 150s or 1h30m")
  .transform((text) => parseDurationSeconds(text) ?? 0);

const timing = {
  /** Deadline of the barrier. */
  timeout: Duration.prefault("5m"),
  /** How long the verdict must hold before the barrier opens. */
  stableFor: Duration.prefault("5s"),
};

const Port = z.int().min(1).max(65_535);
const UrlPath = z.string().regex(/^\/[!-~]*$/, "a path that starts with /");

/** How it is found out that a signer has loaded its policy: one shape for each method. */
export const Readiness = z.discriminatedUnion("method", [
  z.strictObject({
    /** The default: optional first, since the discriminator has to know that it may be missing. */
    method: z.literal("settle").optional().default("settle"),
    ...timing,
    /** Upper bound for the kubelet to bring a changed ConfigMap to a pod. */
    propagation: Duration.prefault("150s"),
    /** How often the signer looks at its policy file. */
    pollInterval: Duration.prefault("30s"),
  }),
  z.strictObject({
    method: z.literal("report"),
    ...timing,
    /** Where the reporter sidecar answers. */
    port: Port.default(9464),
    /** How often the signer looks at its policy file. */
    pollInterval: Duration.prefault("30s"),
  }),
  z.strictObject({ method: z.literal("http"), ...timing, port: Port, path: UrlPath }),
  z.strictObject({
    method: z.literal("metrics"),
    ...timing,
    port: Port,
    path: UrlPath.default("/metrics"),
    /** The metric, and its label whose value is the digest of the policy that is served. */
    metric: z.string().regex(/^[a-zA-Z_:][a-zA-Z0-9_:]*$/, "the name of a Prometheus metric"),
    label: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, "the name of a Prometheus label"),
  }),
  z.strictObject({ method: z.literal("rollout"), ...timing }),
  z.strictObject({
    method: z.literal("status"),
    ...timing,
    /** Type of the policy object's condition that has to be true for its current generation. */
    condition: z.string().min(1).default("Ready"),
  }),
  z.strictObject({
    method: z.literal("canary"),
    /** Nothing has to hold for a while here: it is asked again instead. */
    timeout: timing.timeout,
    canary: z
      .strictObject({
        /** Says that an answer of one replica is taken for all of them. Needed where the signer has several. */
        replicas: z.literal("accepted").optional(),
        /** How many certificates have to be issued, one after the other. */
        successes: z.int().min(1).max(20).default(1),
      })
      .prefault({}),
  }),
]);
export type Readiness = z.infer<typeof Readiness>;

/** What every signer has, whatever its preset. */
const signer = {
  name: Name,
  workload: z
    .strictObject({
      kind: z.enum(["Deployment", "StatefulSet", "DaemonSet"]),
      namespace: Name,
      name: Name,
      container: z.string().min(1).optional(),
    })
    .optional(),
  readiness: Readiness.prefault({}),
};

/** One shape for each preset of src/signers/presets.ts. */
export const SignerConfig = z.discriminatedUnion("preset", [
  z.strictObject({
    preset: z.literal("pod-cert-signer"),
    ...signer,
    /** Needed only where the policy is not part of the render: the policy itself says it otherwise. */
    signerName: SignerName.optional(),
    policy: z.strictObject({ namespace: Name, configMap: Name, key: z.string().min(1) }),
  }),
  z.strictObject({
    preset: z.literal("generic"),
    ...signer,
    signerName: SignerName,
    policy: GenericPolicy,
    grants: GenericGrants,
  }),
]);
export type SignerConfig = z.infer<typeof SignerConfig>;

/** The configuration of a signer of one preset. */
export type SignerConfigOf<P extends SignerConfig["preset"]> = Extract<SignerConfig, { readonly preset: P }>;

export const BarrierConfig = z.strictObject({
  image: z.string().min(1).default("ghcr.io/example/grantwave:0.1.0"),
  serviceAccountName: Name.default("grantwave-barrier"),
  /** Where the barrier Job runs; the destination namespace where this is not set. */
  namespace: Name.optional(),
});
export type BarrierConfig = z.infer<typeof BarrierConfig>;

const FindingCodes = z.enum(Object.keys(weights) as FindingCode[]);

/** The configuration file; docs/configuration.md explains its fields. */
export const Config = z.strictObject({
  apiVersion: z.literal("grantwave.dev/v1alpha1"),
  kind: z.literal("Config"),
  signers: z
    .array(SignerConfig)
    .superRefine(refuseRepeatedNames)
    .superRefine(refuseUnknownPods)
    .superRefine(refuseMissingDigests)
    .default([]),
  barrier: BarrierConfig.prefault({}),
  policyWave: z.int().default(-1000),
  allowEmpty: z.boolean().default(false),
  /** By finding code. */
  severity: z.partialRecord(FindingCodes, z.enum(["error", "warning", "info", "off"])).default({}),
});
export type Config = z.infer<typeof Config>;

/** Names tell signers apart in barriers and messages. */
function refuseRepeatedNames(signers: readonly { readonly name: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { name }] of signers.entries()) {
    if (seen.has(name)) {
      context.addIssue({ code: "custom", path: [index, "name"], message: "a name that no other signer has" });
    }
    seen.add(name);
  }
}

/** Methods that ask every pod of the signer, and so must know which pods those are. */
export const asksPods: ReadonlySet<Readiness["method"]> = new Set(["http", "metrics", "report", "rollout"]);

function refuseUnknownPods(signers: readonly SignerConfig[], context: z.RefinementCtx): void {
  for (const [index, { workload, readiness }] of signers.entries()) {
    if (workload !== undefined || !asksPods.has(readiness.method)) continue;
    const message = `what runs the signer, because readiness method ${readiness.method} looks at each of its pods`;
    context.addIssue({ code: "custom", path: [index, "workload"], message });
  }
}

/** Methods that compare the digest of a text. */
const comparesDigests: ReadonlySet<Readiness["method"]> = new Set(["http", "metrics", "report"]);

function refuseMissingDigests(signers: readonly SignerConfig[], context: z.RefinementCtx): void {
  for (const [index, { policy, readiness }] of signers.entries()) {
    if (policy.key !== undefined || !comparesDigests.has(readiness.method)) continue;
    const message = "another, because the policy is no text under a key, whose digest a pod could tell";
    context.addIssue({ code: "custom", path: [index, "readiness", "method"], message });
  }
}
