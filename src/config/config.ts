import * as z from "zod";
import { durationPattern, parseDurationSeconds } from "../duration.ts";
import type { FindingCode } from "../findings/finding.ts";
import { weights } from "../findings/severity.ts";

/** Seconds, written as `5m`, `150s` or `1h30m`. */
const Duration = z
  .string()
  .regex(durationPattern, "a duration such as 5m, 150s or 1h30m")
  .transform((text) => parseDurationSeconds(text) ?? 0);

/** RFC 1123 label or subdomain, as Kubernetes wants names. */
const Name = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, "a Kubernetes name in lower case");

const SignerName = z
  .string()
  .max(571)
  .regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[a-z0-9]([-a-z0-9.:/]*[a-z0-9])?$/,
    "a signer name of the form domain/path",
  );

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
    ...timing,
    canary: z
      .strictObject({
        /** Says that an answer of one replica is taken for all of them. Needed where the signer has several. */
        replicas: z.literal("accepted").optional(),
        /** How many certificates have to be issued in a row. */
        successes: z.int().min(1).max(20).default(1),
      })
      .prefault({}),
  }),
]);
export type Readiness = z.infer<typeof Readiness>;

export const SignerConfig = z.strictObject({
  name: Name,
  preset: z.enum(["pod-cert-signer"]),
  /** Needed only where the policy is not part of the render: the policy itself says it otherwise. */
  signerName: SignerName.optional(),
  policy: z.strictObject({ namespace: Name, configMap: Name, key: z.string().min(1) }),
  workload: z
    .strictObject({
      kind: z.enum(["Deployment", "StatefulSet", "DaemonSet"]),
      namespace: Name,
      name: Name,
      container: z.string().min(1).optional(),
    })
    .optional(),
  readiness: Readiness.prefault({}),
});
export type SignerConfig = z.infer<typeof SignerConfig>;

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
  signers: z.array(SignerConfig).superRefine(refuseRepeatedNames).default([]),
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
