import * as z from "zod";
import { ApplicationSource } from "./application-source.ts";

const Text = z.string().default("");
const Flag = z.boolean().default(false);
const TextMap = z.record(z.string(), z.string()).readonly().default({});

export const SyncPolicy = z
  .object({
    automated: z
      .object({ enabled: z.boolean().default(true), prune: Flag, selfHeal: Flag, allowEmpty: Flag })
      .readonly()
      .optional(),
    /** `Name=value`, such as `CreateNamespace=true`. */
    syncOptions: z.array(z.string()).readonly().default([]),
    retry: z
      .object({
        limit: z.int().default(0),
        refresh: Flag,
        backoff: z
          .object({ duration: Text, factor: z.int().optional(), maxDuration: Text })
          .readonly()
          .optional(),
      })
      .readonly()
      .optional(),
    managedNamespaceMetadata: z.object({ labels: TextMap, annotations: TextMap }).readonly().optional(),
  })
  .readonly();
export type SyncPolicy = z.infer<typeof SyncPolicy>;

export const Destination = z.object({ server: Text, name: Text, namespace: Text }).readonly();
export type Destination = z.infer<typeof Destination>;

/** What we read of an Application; see argo-cd 3.6.1 `pkg/apis/application/v1alpha1/types.go`. */
export const Application = z
  .object({
    metadata: z.object({ name: z.string().min(1), namespace: Text, annotations: TextMap }).readonly(),
    spec: z
      .object({
        project: Text,
        destination: Destination,
        source: ApplicationSource.optional(),
        sources: z.array(ApplicationSource).readonly().default([]),
        /** What is rendered stands in `drySource`; the rest says where the result is pushed. */
        sourceHydrator: z.object({ drySource: ApplicationSource }).readonly().optional(),
        syncPolicy: SyncPolicy.prefault({}),
      })
      .readonly(),
  })
  .readonly();
export type Application = z.infer<typeof Application>;
