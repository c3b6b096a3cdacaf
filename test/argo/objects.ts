import { readFileSync } from "node:fs";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";

export interface OracleObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name?: string;
    readonly generateName?: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [key: string]: unknown;
}

/** What Argo CD's engine is asked: see `question` in `test/go/argo-cd/argo-sync/main.go`. Objects are `Kind/name`. */
export interface OracleQuestion {
  readonly id: string;
  readonly destinationNamespace: string;
  readonly createNamespace?: boolean;
  readonly manifests: readonly OracleObject[];
  readonly live?: readonly OracleObject[];
  readonly prune?: boolean;
  readonly pruneLast?: boolean;
  readonly pruneConfirmed?: boolean;
  readonly defaultPrune?: string;
  readonly skipHooks?: boolean;
  readonly selected?: readonly string[];
  readonly inSync?: readonly string[];
  readonly skipDryRunOnMissingResource?: boolean;
  readonly neverHealthy: readonly string[];
  readonly degraded: readonly string[];
  readonly neverDeleted?: readonly string[];
  readonly vanishes?: readonly string[];
  readonly refusesDryRun?: readonly string[];
  readonly refusesApply?: readonly string[];
  readonly refusesPrune?: readonly string[];
  /** `apiVersion/Kind` */
  readonly served?: readonly string[];
}

export interface OracleStep {
  readonly step: number;
  readonly group: number;
  readonly phase: string;
  readonly wave: number;
  readonly op: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** False where the engine did not tell phase and wave; not in the older files. */
  readonly exact?: boolean;
  readonly refusal?: string;
}

export interface OracleCase extends OracleQuestion {
  readonly order: readonly OracleStep[];
  readonly outcome: string;
  readonly message: string;
}

export const oracleFiles = ["cases", "hooks-and-namespaces", "live-syncs"] as const;

export function readOracle(file: (typeof oracleFiles)[number]): readonly OracleCase[] {
  const text = readFileSync(new URL(`oracle/${file}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as OracleCase);
}

/** What the recorded cluster took to be cluster-scoped, among the kinds that occur. */
const clusterScoped = new Set([
  "Namespace",
  "StorageClass",
  "ClusterRole",
  "ClusterRoleBinding",
  "CustomResourceDefinition",
  "PriorityClass",
  "IngressClass",
  "ValidatingWebhookConfiguration",
  "APIService",
]);

/** An object of a case as the pipeline would hand it over. */
export function toSyncObject(object: OracleObject, index: number, destinationNamespace: string): SyncObject {
  const { name = "", namespace = destinationNamespace, annotations = {} } = object.metadata;
  return {
    index,
    ref: {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: clusterScoped.has(object.kind) ? "" : namespace,
      name,
    },
    annotations,
    value: object as unknown as JsonObject,
  };
}

export function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** `Kind/name`, as the cases name objects. */
export function isOneOf(names: readonly string[]): (ref: ObjectRef) => boolean {
  return (ref) => names.includes(`${ref.kind}/${ref.name}`);
}
