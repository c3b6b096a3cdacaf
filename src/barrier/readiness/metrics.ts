import { findContentName } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/** Every signer pod, asked by its own address, has a metric whose label is the digest of the live policy. */
export const metrics: ReadinessMethod<"metrics"> = {
  name: "metrics",
  grade: "exact",
  evidence: ({ metric, label }) =>
    `every signer pod, ready or not, has shown the digest of the live policy in the label ${label} of its metric ${metric}. That is exact if the signer reports what it serves.`,
  waitArguments: ({ port, path, metric, label, stableFor }) => [
    `--port=${port}`,
    `--path=${path}`,
    `--metric=${metric}`,
    `--label=${label}`,
    `--stable-for=${stableFor}s`,
  ],
  longestWaitSeconds: ({ stableFor }) => stableFor,
  findObstacles: findContentName,
};
