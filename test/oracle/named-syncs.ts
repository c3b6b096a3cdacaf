import type { OracleObject, OracleQuestion } from "../argo/objects.ts";

const wave = "argocd.argoproj.io/sync-wave";
const hook = "argocd.argoproj.io/hook";
const policy = "argocd.argoproj.io/hook-delete-policy";
const options = "argocd.argoproj.io/sync-options";

type Annotations = Readonly<Record<string, string>>;

function configMap(name: string, annotations: Annotations = {}): OracleObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, annotations } };
}

function job(name: string, annotations: Annotations = {}): OracleObject {
  return { apiVersion: "batch/v1", kind: "Job", metadata: { name, annotations } };
}

function namespace(name: string, annotations: Annotations = {}): OracleObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, annotations } };
}

function widget(name: string, annotations: Annotations = {}): OracleObject {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name, annotations } };
}

const plain = {
  destinationNamespace: "default",
  pruneConfirmed: true,
  neverHealthy: [],
  degraded: [],
} as const;

/** What the model had to be taught, and what each rule about live objects does: one sync for each. */
export const namedSyncs: readonly OracleQuestion[] = [
  {
    ...plain,
    id: "prunes-go-in-reverse-waves",
    manifests: [configMap("kept")],
    live: [configMap("low", { [wave]: "-1" }), configMap("middle"), configMap("high", { [wave]: "7" })],
  },
  {
    ...plain,
    id: "waves-of-prunes-are-worked-out-anew-when-some-are-gone",
    manifests: [configMap("one", { [wave]: "1" }), configMap("two", { [wave]: "2" })],
    live: ["0", "1", "2", "3"].map((number) => configMap(`old-${number}`, { [wave]: number })),
  },
  {
    ...plain,
    id: "prune-last-comes-after-all-waves-and-before-post-sync",
    manifests: [configMap("late", { [wave]: "4" }), job("smoke", { [hook]: "PostSync" })],
    live: [configMap("last", { [options]: "PruneLast=true" }), configMap("early", { [wave]: "9" })],
  },
  {
    ...plain,
    id: "prune-last-for-the-whole-application",
    pruneLast: true,
    manifests: [configMap("late", { [wave]: "4" })],
    live: [configMap("high", { [wave]: "9" }), configMap("low", { [wave]: "-9" })],
  },
  {
    ...plain,
    id: "what-is-not-pruned-still-has-a-wave",
    manifests: [configMap("kept")],
    live: [configMap("stays", { [options]: "Prune=false", [wave]: "3" }), configMap("goes", { [wave]: "1" })],
  },
  {
    ...plain,
    id: "a-sync-that-does-not-prune",
    prune: false,
    manifests: [configMap("kept")],
    live: [configMap("old", { [wave]: "3" })],
  },
  {
    ...plain,
    id: "an-unconfirmed-prune-holds-up-its-wave",
    pruneConfirmed: false,
    manifests: [configMap("kept"), configMap("early", { [wave]: "-5" })],
    live: [configMap("old", { [options]: "Prune=confirm" }), configMap("other")],
  },
  {
    ...plain,
    id: "an-unconfirmed-prune-holds-up-its-wave-even-where-nothing-is-pruned",
    pruneConfirmed: false,
    prune: false,
    manifests: [configMap("kept")],
    live: [configMap("old", { [options]: "Prune=confirm" })],
  },
  {
    ...plain,
    id: "an-unconfirmed-prune-hides-what-the-dry-run-would-refuse",
    pruneConfirmed: false,
    manifests: [configMap("early", { [wave]: "-5" })],
    live: [configMap("old", { [options]: "Prune=confirm" })],
    refusesDryRun: ["ConfigMap/early"],
  },
  {
    ...plain,
    id: "a-prune-that-never-ends-holds-up-the-next-wave",
    manifests: [configMap("next", { [wave]: "1" })],
    live: [configMap("stuck")],
    neverDeleted: ["ConfigMap/stuck"],
  },
  {
    ...plain,
    id: "a-hook-of-an-earlier-sync-that-never-goes-away",
    manifests: [job("barrier", { [hook]: "Sync" }), configMap("next", { [wave]: "1" })],
    live: [job("barrier", { [hook]: "Sync" })],
    neverDeleted: ["Job/barrier"],
  },
  {
    ...plain,
    id: "a-hook-of-an-earlier-sync-is-deleted-first",
    manifests: [job("barrier", { [hook]: "Sync", [wave]: "-1" }), configMap("next")],
    live: [job("barrier", { [hook]: "Sync", [wave]: "-1" })],
  },
  {
    ...plain,
    id: "a-hook-that-is-kept-is-applied-over",
    manifests: [
      job("barrier", { [hook]: "Sync", [policy]: "HookSucceeded" }),
      configMap("next", { [wave]: "1" }),
    ],
    live: [job("barrier", { [hook]: "Sync" })],
  },
  {
    ...plain,
    id: "hooks-that-are-rendered-no-more-stay",
    manifests: [configMap("kept")],
    live: [job("barrier-old", { [hook]: "Sync" }), configMap("skipped", { [hook]: "Skip" })],
  },
  {
    ...plain,
    id: "a-hook-left-by-a-failed-sync-is-deleted-at-the-end",
    manifests: [configMap("kept"), job("alarm", { [hook]: "SyncFail", [policy]: "HookSucceeded" })],
    live: [job("alarm", { [hook]: "SyncFail" })],
  },
  {
    ...plain,
    id: "a-resource-that-became-a-hook-is-pruned-and-the-hook-never-runs",
    manifests: [job("migrate", { [hook]: "Sync", [wave]: "2" }), configMap("kept", { [wave]: "1" })],
    live: [job("migrate")],
  },
  {
    ...plain,
    id: "a-call-that-only-deletes-a-hook-counts-as-not-begun",
    pruneConfirmed: false,
    defaultPrune: "confirm",
    pruneLast: true,
    manifests: [
      namespace("default", { [hook]: "Sync", [wave]: "1" }),
      configMap("settings", { [wave]: "1" }),
    ],
    live: [namespace("default", { [wave]: "1" }), configMap("settings")],
  },
  {
    ...plain,
    id: "a-hook-takes-the-place-of-an-unconfirmed-prune-and-the-dry-run-comes-after-all",
    pruneConfirmed: false,
    defaultPrune: "confirm",
    manifests: [configMap("bad"), configMap("settings", { [hook]: "PreSync" })],
    live: [configMap("settings")],
    refusesDryRun: ["ConfigMap/bad"],
  },
  {
    ...plain,
    id: "a-hook-applied-over-a-prune-that-never-ends-is-not-waited-for",
    manifests: [namespace("default", { [hook]: "Sync", [policy]: "HookFailed" })],
    live: [namespace("default")],
    neverDeleted: ["Namespace/default"],
  },
  {
    ...plain,
    id: "a-refused-prune-is-forgotten-when-a-hook-deletes-its-object",
    manifests: [configMap("settings", { [hook]: "SyncFail" })],
    live: [configMap("settings")],
    refusesPrune: ["ConfigMap/settings"],
  },
  {
    ...plain,
    id: "a-refused-prune-leaves-its-wave-unapplied",
    manifests: [configMap("new"), configMap("early", { [wave]: "-1" })],
    live: [configMap("old")],
    refusesPrune: ["ConfigMap/old"],
  },
  {
    ...plain,
    id: "the-words-of-a-refusal-are-kept-when-its-object-is-deleted-later",
    manifests: [
      configMap("alarm", { [hook]: "SyncFail" }),
      configMap("settings", { [hook]: "PostSync", [policy]: "HookFailed" }),
    ],
    live: [configMap("settings", { [wave]: "1" })],
    refusesPrune: ["ConfigMap/settings"],
  },
  {
    ...plain,
    id: "the-rest-of-a-wave-is-applied-after-a-refusal",
    manifests: [configMap("refused"), job("runs"), configMap("next", { [wave]: "1" })],
    refusesApply: ["ConfigMap/refused"],
    neverHealthy: ["Job/runs"],
  },
  {
    ...plain,
    id: "hooks-of-a-failed-sync-start-while-the-wave-still-runs",
    manifests: [configMap("refused"), job("runs", { [hook]: "Sync" }), job("alarm", { [hook]: "SyncFail" })],
    refusesApply: ["ConfigMap/refused"],
  },
  {
    ...plain,
    id: "a-hook-that-took-the-place-of-a-prune-is-deleted-again-as-one-of-a-failed-sync",
    manifests: [configMap("refused"), configMap("alarm", { [hook]: "Sync,SyncFail" })],
    live: [configMap("alarm")],
    refusesApply: ["ConfigMap/refused"],
  },
  {
    ...plain,
    id: "a-second-refusal-after-the-hooks-of-a-failed-sync-waits-for-its-wave",
    manifests: [
      configMap("alarm", { [hook]: "SyncFail", [policy]: "HookFailed" }),
      configMap("runs"),
      configMap("refused"),
    ],
    live: [configMap("alarm")],
    vanishes: ["ConfigMap/alarm"],
    refusesApply: ["ConfigMap/refused"],
    refusesPrune: ["ConfigMap/alarm"],
  },
  {
    ...plain,
    id: "a-refused-hook-of-a-failed-sync-adds-its-words",
    manifests: [configMap("refused"), job("alarm", { [hook]: "SyncFail" })],
    refusesApply: ["ConfigMap/refused", "Job/alarm"],
  },
  {
    ...plain,
    id: "a-refusal-in-the-dry-run-leaves-everything-as-it-was",
    manifests: [configMap("early", { [wave]: "-5" }), configMap("bad"), job("alarm", { [hook]: "SyncFail" })],
    refusesDryRun: ["ConfigMap/bad"],
  },
  {
    ...plain,
    id: "the-destination-namespace-is-refused",
    createNamespace: true,
    manifests: [configMap("settings"), job("alarm", { [hook]: "SyncFail" })],
    refusesApply: ["Namespace/default"],
  },
  {
    ...plain,
    id: "a-kind-that-is-not-served-ends-the-sync-before-it-begins",
    manifests: [widget("one"), configMap("settings")],
    served: ["v1/ConfigMap", "v1/Namespace"],
  },
  {
    ...plain,
    id: "a-kind-that-is-not-served-under-a-version-that-is",
    manifests: [widget("one"), configMap("settings")],
    served: ["v1/ConfigMap", "v1/Namespace", "example.com/v1/Gadget"],
  },
  {
    ...plain,
    id: "a-kind-that-may-be-missing-fails-when-it-is-applied",
    manifests: [
      widget("one", { [options]: "SkipDryRunOnMissingResource=true", [wave]: "1" }),
      configMap("settings"),
    ],
    served: ["v1/ConfigMap", "v1/Namespace"],
  },
  {
    ...plain,
    id: "selected-resources-only-and-no-hooks",
    skipHooks: true,
    selected: ["ConfigMap/settings", "ConfigMap/old"],
    manifests: [job("barrier", { [hook]: "Sync", [wave]: "-1" }), configMap("settings"), configMap("other")],
    live: [configMap("old"), configMap("older"), configMap("other")],
  },
  {
    ...plain,
    id: "what-is-in-sync-is-not-applied-and-not-waited-for",
    inSync: ["Job/done", "Job/barrier"],
    manifests: [
      job("done", { [wave]: "-2" }),
      job("barrier", { [hook]: "Sync", [wave]: "-1" }),
      configMap("changed"),
    ],
    live: [job("done", { [wave]: "-2" }), configMap("changed")],
    neverHealthy: ["Job/done"],
  },
  {
    ...plain,
    id: "everything-is-in-sync",
    inSync: ["ConfigMap/settings"],
    manifests: [configMap("settings")],
    live: [configMap("settings")],
  },
  {
    ...plain,
    id: "a-hook-that-makes-the-namespace-that-argo-makes",
    createNamespace: true,
    manifests: [namespace("default", { [hook]: "PostSync" }), configMap("settings")],
  },
  {
    ...plain,
    id: "the-namespace-that-argo-makes-comes-again-when-it-is-pruned",
    createNamespace: true,
    manifests: [configMap("late", { [wave]: "5" })],
    live: [namespace("default")],
  },
  {
    ...plain,
    id: "a-barrier-that-somebody-deletes",
    manifests: [job("barrier", { [hook]: "Sync", [wave]: "-1" }), configMap("next")],
    vanishes: ["Job/barrier"],
  },
];
