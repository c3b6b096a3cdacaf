import type { Phase } from "../../src/argo/phase.ts";
import type { SyncObject } from "../../src/argo/sync-task.ts";
import type { Barrier } from "../../src/barrier/barrier.ts";
import { groupBarriers } from "../../src/barrier/group-barriers.ts";
import { placeBarriers } from "../../src/barrier/place-barriers.ts";
import { BarrierConfig } from "../../src/config/config.ts";
import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";
import type { ObjectRef } from "../../src/manifest/object-ref.ts";
import type { PlanInput, PlannedMove, PlannedRequester } from "../../src/report/plan-input.ts";
import type { Requester } from "../../src/requests/requester.ts";
import type { Signer } from "../../src/signers/signer.ts";
import { type Assumptions, timelineOfObjects } from "../../src/timeline.ts";
import { signerConfig } from "../barrier/samples.ts";

const wave = "argocd.argoproj.io/sync-wave";

export interface ObjectSample {
  readonly ref: ObjectRef;
  readonly wave?: number;
  readonly phase?: Phase;
  readonly spec?: JsonObject;
  /** What its pods ask for, if they do. */
  readonly asks?: Partial<Requester> & { readonly answer?: Partial<PlannedRequester> };
}

export const refs = {
  namespace: (name: string): ObjectRef => ({ group: "", kind: "Namespace", namespace: "", name }),
  policy: { group: "", kind: "ConfigMap", namespace: "cert-signer", name: "pod-cert-signer" },
  core: (kind: string, namespace: string, name: string): ObjectRef => ({ group: "", kind, namespace, name }),
  deployment: (namespace: string, name: string): ObjectRef => ({
    group: "apps",
    kind: "Deployment",
    namespace,
    name,
  }),
} as const;

/** A plan's input as the pipeline would make it, with policies moved to wave -1000 and Argo CD's order simulated. */
export function planInputOf(
  samples: readonly ObjectSample[],
  differences: Partial<PlanInput> = {},
  assumptions: (barriers: readonly Barrier[]) => Partial<Assumptions> = () => ({}),
): PlanInput {
  const manifests = samples.map(manifestOf);
  const objects = samples.map(({ wave: own = 0, phase = "Sync" }, index) => ({
    manifest: manifests[index] as Manifest,
    wave: own,
    hook: { phases: [phase] },
  }));
  const policyManifest = manifests.find(({ ref }) => ref === refs.policy);
  const signer = signerOf(policyManifest);
  const requesters = samples.flatMap(({ asks }, index) => {
    if (asks === undefined) return [];
    const { answer = {}, ...request } = asks;
    return [plannedRequester(manifests[index] as Manifest, request, answer, policyManifest)];
  });
  const guarded = requesters.filter(({ status }) => status === "granted" || status === "external");
  const groups = groupBarriers(
    guarded.map((one) => ({ ...one, signer })),
    (dependent) => objects[dependent.index]?.hook.phases ?? [],
  );
  const waves = groups.map((group) =>
    group.requesters.reduce(
      (least, { dependent }) => Math.min(least, (objects[dependent.index]?.wave ?? 0) - 1),
      0,
    ),
  );
  const { value: barriers } = placeBarriers(groups, waves, {
    application: "web-and-signer",
    source: { repoURL: "", path: "app", name: "" },
    destinationNamespace: "web",
    config: BarrierConfig.parse({}),
    manifests: [],
  });
  const moves: readonly PlannedMove[] =
    policyManifest === undefined || groups.length === 0
      ? []
      : [
          {
            manifest: policyManifest,
            from: objects[policyManifest.index]?.wave ?? 0,
            to: -1000,
            because: groups.map((group) => ({ reason: "grant", other: { kind: "barrier", group } })),
          },
        ];
  const synced: readonly SyncObject[] = [
    ...manifests.map((manifest) => syncObject(manifest, moves)),
    ...barriers.map(({ ref, manifest }, index) => ({
      index: manifests.length + index,
      ref,
      annotations: (manifest["metadata"] as JsonObject)["annotations"] as unknown as Record<string, string>,
      value: manifest,
    })),
  ];
  const assumed = { neverHealthy: [], degraded: [], ...assumptions(barriers) };
  const isAssumed = assumed.neverHealthy.length + assumed.degraded.length > 0;
  return {
    application: { name: "web-and-signer", namespace: "web", cluster: "https://kubernetes.default.svc" },
    version: "0.1.0",
    renderer: { tool: "kustomize", version: "v5.8.1", command: "kustomize build" },
    objects,
    moves,
    edits: [],
    requesters,
    barriers,
    ...timelineOfObjects(synced, "web", assumed),
    assumed: isAssumed ? assumed : undefined,
    findings: [],
    ...differences,
  };
}

function manifestOf({ ref, wave: own, phase, spec }: ObjectSample, index: number): Manifest {
  const annotations: Record<string, string> = {
    ...(own === undefined ? {} : { [wave]: String(own) }),
    ...(phase === undefined ? {} : { "argocd.argoproj.io/hook": phase }),
  };
  const source = { file: `${ref.namespace || "cluster"}/${ref.name}.yaml`, line: 1, document: 1 };
  return {
    index,
    ref,
    apiVersion: ref.group === "" ? "v1" : `${ref.group}/v1`,
    value: {
      kind: ref.kind,
      metadata: { name: ref.name, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
      ...(spec === undefined ? {} : { spec }),
    },
    annotations,
    document: { index, start: 0, end: 0, source },
    path: [],
    source,
  };
}

function syncObject(manifest: Manifest, moves: readonly PlannedMove[]): SyncObject {
  const move = moves.find((one) => one.manifest === manifest);
  if (move === undefined) return manifest;
  return { ...manifest, annotations: { ...manifest.annotations, [wave]: String(move.to) } };
}

function plannedRequester(
  dependent: Manifest,
  request: Partial<Requester>,
  answer: Partial<PlannedRequester>,
  policy: Manifest | undefined,
): PlannedRequester {
  const grant = { path: 'data["policy.json"].grants[0]', summary: "any" };
  return {
    requester: {
      dependent,
      path: "spec.template.spec.volumes[0].projected.sources[0]",
      source: dependent.source,
      signerName: "example.com/workload",
      namespace: dependent.ref.namespace,
      serviceAccountName: dependent.ref.name,
      keyType: "ECDSAP256",
      maxExpirationSeconds: undefined,
      userAnnotations: {},
      ...request,
    },
    isNew: true,
    status: policy === undefined ? "external" : "granted",
    ...(policy === undefined ? {} : { grant: { ...grant, policy } }),
    ...answer,
  };
}

function signerOf(policy: Manifest | undefined): Signer {
  return {
    config: signerConfig,
    signerName: "example.com/workload",
    policyRef: refs.policy,
    policies: policy === undefined ? [] : [policy],
    refused: false,
    judge: () => ({ status: "denied", reason: "NoGrant", detail: "not asked in these tests" }),
  };
}

const recreate: JsonObject = { replicas: 1, strategy: { type: "Recreate" } };

/** The incident: a policy, its signer, and a web server that uses a new grant in the same change. */
export const webAndSigner: readonly ObjectSample[] = [
  { ref: refs.namespace("cert-signer") },
  { ref: refs.namespace("web") },
  { ref: refs.core("ServiceAccount", "cert-signer", "pod-cert-signer") },
  { ref: refs.policy },
  { ref: refs.deployment("cert-signer", "pod-cert-signer"), spec: { replicas: 2 } },
  { ref: refs.core("ServiceAccount", "web", "web") },
  { ref: refs.core("Service", "web", "web") },
  { ref: refs.deployment("web", "web"), spec: recreate, asks: {} },
];

/** Waves and hooks of its author's own, several kinds of harm, one certain denial, one unknown signer. */
export const manyWaves: readonly ObjectSample[] = [
  { ref: refs.policy, wave: 2 },
  ...Array.from({ length: 8 }, (_, step) => ({
    ref: refs.deployment("shop", `backend-${step}`),
    wave: step,
    spec: { replicas: 3 },
    ...(step % 2 === 1 ? { asks: {} } : {}),
  })),
  ...Array.from({ length: 8 }, (_, step) => ({
    ref: refs.core("ConfigMap", "shop", `settings-${step}`),
    wave: 10 + step,
  })),
  { ref: { group: "batch", kind: "Job", namespace: "shop", name: "migrate" }, phase: "PreSync", spec: {} },
  {
    ref: { group: "batch", kind: "Job", namespace: "shop", name: "report" },
    phase: "PostSync",
    spec: {},
    asks: {},
  },
  {
    ref: refs.deployment("shop", "denied"),
    wave: 20,
    spec: recreate,
    asks: {
      answer: {
        status: "denied",
        grant: undefined,
        denial: { reason: "NoGrant", detail: "no grant covers shop/denied" },
      },
    },
  },
  {
    ref: refs.deployment("shop", "stranger"),
    wave: 20,
    asks: { signerName: "example.com/elsewhere", answer: { status: "unknown", grant: undefined } },
  },
];

/** Five thousand workloads in forty waves, every tenth a requester. */
export const large: readonly ObjectSample[] = [
  { ref: refs.policy },
  ...Array.from({ length: 5_000 }, (_, index) => ({
    ref: refs.deployment(`team-${index % 50}`, `service-${String(index).padStart(4, "0")}`),
    wave: index % 40,
    spec: { replicas: (index % 3) + 1 },
    ...(index % 10 === 0 ? { asks: {} } : {}),
  })),
];
