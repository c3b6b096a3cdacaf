import { findContentName } from "./content-name.ts";
import type { ReadinessMethod } from "./readiness-method.ts";

/** Every signer pod, asked by its own address, answers with the digest of the live policy. */
export const http: ReadinessMethod<"http"> = {
  name: "http",
  grade: "exact",
  evidence: ({ port, path }) =>
    `every signer pod, ready or not, has answered at port ${port}, ${path}, with the digest of the live policy. That is exact if the signer reports what it serves.`,
  waitArguments: ({ port, path, stableFor }) => [
    `--port=${port}`,
    `--path=${path}`,
    `--stable-for=${stableFor}s`,
  ],
  longestWaitSeconds: ({ stableFor }) => stableFor,
  findObstacles: findContentName,
};
