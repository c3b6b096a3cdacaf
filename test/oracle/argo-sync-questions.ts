import fc from "fast-check";
import { readHook } from "../../src/argo/hooks.ts";
import type { OracleObject, OracleQuestion } from "../argo/objects.ts";

const kinds = [
  { apiVersion: "v1", kind: "ConfigMap" },
  { apiVersion: "batch/v1", kind: "Job" },
  { apiVersion: "apps/v1", kind: "Deployment" },
  { apiVersion: "v1", kind: "Secret" },
  { apiVersion: "example.com/v1", kind: "Widget" },
  { apiVersion: "example.com/v1", kind: "Gadget" },
  { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" },
  { apiVersion: "v1", kind: "Service" },
  { apiVersion: "serving.knative.dev/v1", kind: "Service" },
  { apiVersion: "v1", kind: "Namespace" },
  { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
  { apiVersion: "v1", kind: "Pod" },
  { apiVersion: "networking.k8s.io/v1", kind: "Ingress" },
] as const;

type Kind = (typeof kinds)[number];

const namespaces = ["default", "team-a", "team-b"] as const;

/** A flag that is rarely set, one time in so many. */
function seldom(times: number): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(false) }, fc.constant(true));
}

function maybe<T>(times: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, value);
}

function list(items: readonly string[], separators: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.subarray([...items], { minLength: 1, maxLength: 3 }), fc.constantFrom(...separators))
    .map(([chosen, separator]) => chosen.join(separator));
}

const wave = fc.constantFrom(
  "1",
  "-1",
  "2",
  "-3",
  "5",
  "0",
  "+1",
  "007",
  "-0",
  "1.0",
  " 1",
  "1e2",
  "",
  "nine",
);

const argoHook = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Sync", "PreSync", "PostSync", "SyncFail") },
  list(["PreSync", "Sync", "PostSync", "SyncFail", "Skip", "PostDelete", "Other"], [",", ", ", " ,"]),
  fc.constantFrom("Skip", "", "sync", "PreDelete", "Sync,Sync", ",Sync,"),
);
const helmHook = fc.oneof(
  list(["pre-install", "post-install", "pre-upgrade", "post-upgrade", "test", "pre-delete"], [",", ", "]),
  fc.constantFrom("crd-install", "test-success", "pre-rollback", "crd-install,pre-install"),
);
const argoPolicy = list(["BeforeHookCreation", "HookSucceeded", "HookFailed", "Never"], [",", ", "]);
const helmPolicy = list(["before-hook-creation", "hook-succeeded", "hook-failed"], [","]);
const syncOptions = list(
  [
    "PruneLast=true",
    "Prune=false",
    "Prune=confirm",
    "Prune=true",
    "PruneLast=false",
    "SkipDryRunOnMissingResource=true",
    "Replace=true",
    "Force=true",
    "ServerSideApply=true",
    "Validate=false",
    "Delete=false",
  ],
  [",", ", "],
);

/** Annotations of an object; `hooks` in ten are hooks. */
function annotations(hooks: number): fc.Arbitrary<Readonly<Record<string, string>>> {
  const hooked = fc.record({
    "argocd.argoproj.io/hook": maybe(2, argoHook),
    "helm.sh/hook": maybe(2, helmHook),
    "argocd.argoproj.io/hook-delete-policy": maybe(2, argoPolicy),
    "helm.sh/hook-delete-policy": maybe(5, helmPolicy),
  });
  return fc
    .record({
      "argocd.argoproj.io/sync-wave": maybe(2, wave),
      "helm.sh/hook-weight": maybe(6, wave),
      "argocd.argoproj.io/sync-options": maybe(5, syncOptions),
      hook: fc.oneof(
        { weight: 10 - hooks, arbitrary: fc.constant({}) },
        { weight: hooks, arbitrary: hooked },
      ),
    })
    .map(({ hook, ...own }) => withoutUndefined({ ...own, ...hook }));
}

function withoutUndefined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

/** How the cluster behaves to one object, and whether the sync takes it. */
const fate = fc.record({
  neverHealthy: seldom(16),
  degraded: seldom(16),
  neverDeleted: seldom(16),
  vanishes: seldom(30),
  refusesDryRun: seldom(60),
  refusesApply: seldom(20),
  refusesPrune: seldom(20),
  selected: fc.boolean(),
  inSync: fc.boolean(),
});

const identity = {
  kind: fc.constantFrom(...kinds),
  letter: fc.constantFrom("a", "b", "c", "m", "z"),
  namespace: fc.constantFrom(undefined, ...namespaces),
};

const rendered = fc.record({
  ...identity,
  annotations: annotations(4),
  /** Its name is generated, if it is a hook. */
  isGenerated: seldom(10),
  /** Has the identity of the one before it. */
  isTwin: seldom(14),
  /** What is live of it. */
  live: fc.oneof(
    { weight: 3, arbitrary: fc.constant("nothing" as const) },
    fc.constantFrom("the same" as const, "as a resource" as const),
    annotations(3),
  ),
  fate,
});

const leftOver = fc.record({ ...identity, annotations: annotations(1), fate });

const settings = fc.record({
  destinationNamespace: fc.oneof(
    { weight: 8, arbitrary: fc.constant("default") },
    fc.constantFrom("team-a", "new"),
  ),
  createNamespace: seldom(4),
  prune: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
  pruneLast: seldom(6),
  pruneConfirmed: seldom(3),
  defaultPrune: maybe(8, fc.constantFrom("confirm", "false", "true")),
  scope: fc.oneof(
    { weight: 6, arbitrary: fc.constant("all" as const) },
    fc.constantFrom("selected" as const, "no hooks" as const),
  ),
  outOfSyncOnly: seldom(4),
  missing: maybe(5, fc.subarray(["Widget", "Gadget", "ClusterRole"], { minLength: 1 })),
  isVersionMissing: fc.boolean(),
  skipDryRunOnMissingResource: seldom(8),
});

type Rendered = typeof rendered extends fc.Arbitrary<infer T> ? T : never;
type LeftOver = typeof leftOver extends fc.Arbitrary<infer T> ? T : never;
type Settings = typeof settings extends fc.Arbitrary<infer T> ? T : never;

/** Anything that can be asked about one sync, small enough to be read when it is shrunk. */
export const question: fc.Arbitrary<OracleQuestion> = fc
  .record({
    rendered: fc.array(rendered, { maxLength: 10 }),
    leftOver: fc.array(leftOver, { maxLength: 6 }),
    settings,
  })
  .map((given) => toQuestion(given.rendered, given.leftOver, given.settings))
  .filter((asked) => !isLeftOpen(asked));

/** A PreSync hook that makes the Namespace that Argo CD makes itself in the same wave: either may come first. */
function isLeftOpen({ createNamespace, destinationNamespace, manifests }: OracleQuestion): boolean {
  return (
    createNamespace === true &&
    manifests.some(
      ({ kind, metadata }) =>
        kind === "Namespace" &&
        metadata.name === destinationNamespace &&
        readHook(metadata.annotations ?? {}).phases.includes("PreSync"),
    )
  );
}

function toQuestion(
  specs: readonly Rendered[],
  leftOvers: readonly LeftOver[],
  { scope, outOfSyncOnly, missing, isVersionMissing, ...options }: Settings,
): OracleQuestion {
  const named: { object: OracleObject; fate: Rendered["fate"] }[] = [];
  const manifests: OracleObject[] = [];
  const live: OracleObject[] = [];
  for (const [index, spec] of specs.entries()) {
    const twin = spec.isTwin ? manifests.at(-1) : undefined;
    const object =
      twin?.metadata.name === undefined
        ? build(spec, `${spec.letter}${index}`)
        : { ...twin, metadata: { ...twin.metadata, annotations: spec.annotations } };
    manifests.push(object);
    named.push({ object, fate: spec.fate });
    if (spec.live !== "nothing" && object.metadata.name !== undefined) {
      live.push({ ...object, metadata: { ...object.metadata, annotations: liveAnnotations(spec) } });
    }
  }
  for (const [index, spec] of leftOvers.entries()) {
    const object = build({ ...spec, isGenerated: false }, `${spec.letter}-old-${index}`);
    live.push(object);
    named.push({ object, fate: spec.fate });
  }
  const those = (isIt: (fate: Rendered["fate"]) => boolean) => [
    ...new Set(named.filter(({ fate }) => isIt(fate)).map(({ object }) => shortName(object))),
  ];
  const { defaultPrune, ...rest } = options;
  return {
    id: "random",
    ...rest,
    ...(defaultPrune === undefined ? {} : { defaultPrune }),
    manifests,
    live: lastOfEach(live),
    skipHooks: scope !== "all",
    ...(scope === "selected" ? { selected: those((fate) => fate.selected) } : {}),
    ...(outOfSyncOnly ? { inSync: those((fate) => fate.inSync) } : {}),
    neverHealthy: those((fate) => fate.neverHealthy),
    degraded: those((fate) => fate.degraded),
    neverDeleted: those((fate) => fate.neverDeleted),
    vanishes: those((fate) => fate.vanishes),
    refusesDryRun: those((fate) => fate.refusesDryRun),
    refusesApply: those((fate) => fate.refusesApply),
    refusesPrune: those((fate) => fate.refusesPrune),
    ...(missing === undefined ? {} : { served: servedWithout(missing, isVersionMissing, live) }),
  };
}

function liveAnnotations(spec: Rendered): Readonly<Record<string, string>> {
  if (spec.live === "the same") return spec.annotations;
  return typeof spec.live === "string" ? {} : spec.live;
}

function build(
  spec: Pick<Rendered, "kind" | "namespace" | "annotations" | "isGenerated">,
  name: string,
): OracleObject {
  const { kind, namespace, annotations, isGenerated } = spec;
  const isHook =
    "argocd.argoproj.io/hook" in annotations && annotations["argocd.argoproj.io/hook"] !== "Skip";
  const metadata = {
    ...(isGenerated && isHook && hasFreeName(kind)
      ? { generateName: name.startsWith("a") ? "twin-" : `${name}-` }
      : { name: fixedName(kind, name) }),
    ...(namespace === undefined || !hasNamespace(kind) ? {} : { namespace }),
    annotations,
  };
  return { ...kind, metadata, ...(kind.kind === "CustomResourceDefinition" ? definition(name) : {}) };
}

function hasFreeName({ kind }: Kind): boolean {
  return kind !== "Namespace" && kind !== "CustomResourceDefinition";
}

function hasNamespace({ kind }: Kind): boolean {
  return hasFreeName({ kind } as Kind) && kind !== "ClusterRole";
}

function fixedName({ kind }: Kind, name: string): string {
  if (kind === "Namespace")
    return { a: "default", b: "team-a", c: "team-b", m: "new" }[name[0] ?? ""] ?? name;
  return kind === "CustomResourceDefinition" ? `${plural(name)}.example.com` : name;
}

function plural(name: string): string {
  return name < "b" ? "widgets" : name < "c" ? "gadgets" : `${name}s`;
}

function definition(name: string): { readonly spec: object } {
  const kind = { widgets: "Widget", gadgets: "Gadget" }[plural(name)] ?? "Other";
  const version = name < "b" || name < "m" ? "v1" : "v2";
  return {
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind, plural: plural(name) },
      versions: [{ name: version, served: true, storage: true }],
    },
  };
}

function shortName({ kind, metadata }: OracleObject): string {
  return `${kind}/${metadata.name ?? ""}`;
}

function lastOfEach(objects: readonly OracleObject[]): readonly OracleObject[] {
  const last = new Map(
    objects.map((object) => [
      `${object.apiVersion}/${object.kind}/${object.metadata.namespace ?? ""}/${object.metadata.name}`,
      object,
    ]),
  );
  return [...last.values()];
}

/** Kinds of which something is live are always served. */
function servedWithout(
  missing: readonly string[],
  isVersionMissing: boolean,
  live: readonly OracleObject[],
): readonly string[] {
  const isLive = (kind: string) => live.some((object) => object.kind === kind);
  const isMissing = ({ apiVersion, kind }: Kind) =>
    missing.includes(kind) || (isVersionMissing && apiVersion === "example.com/v1");
  return kinds
    .filter((kind) => !isMissing(kind) || isLive(kind.kind))
    .map(({ apiVersion, kind }) => `${apiVersion}/${kind}`);
}
