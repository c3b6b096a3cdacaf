import { readAnnotation, readAnnotationList } from "./annotation-list.ts";
import { type OutsidePhase, type Phase, phases } from "./phase.ts";

const hookAnnotation = "argocd.argoproj.io/hook";
const hookDeletePolicyAnnotation = "argocd.argoproj.io/hook-delete-policy";
const helmHookAnnotation = "helm.sh/hook";
const helmHookDeletePolicyAnnotation = "helm.sh/hook-delete-policy";

export type DeletePolicy = "BeforeHookCreation" | "HookSucceeded" | "HookFailed";

export interface Hook {
  /** False for what Argo CD treats as an ordinary resource, and for `Skip`. */
  readonly isHook: boolean;
  /**
   * The phases of a sync that apply the object, in their order: `["Sync"]` for what is no hook, none where no sync
   * applies it (`Skip`, types that Argo CD does not know, helm's tests and rollback hooks).
   */
  readonly phases: readonly Phase[];
  /** When it runs around the deletion of the Application. */
  readonly outside: readonly OutsidePhase[];
  /** When Argo CD deletes the hook; empty for what is no hook. */
  readonly deletePolicies: readonly DeletePolicy[];
}

const argoTypes: ReadonlyMap<string, Phase | "Skip"> = new Map<string, Phase | "Skip">([
  ...phases.map((phase) => [phase, phase] as const),
  ["Skip", "Skip"],
]);

const helmTypes: ReadonlyMap<string, Phase> = new Map<string, Phase>([
  ["pre-install", "PreSync"],
  ["pre-upgrade", "PreSync"],
  ["post-install", "PostSync"],
  ["post-upgrade", "PostSync"],
]);

/** Both spellings count wherever they stand: the one does not hide the other (argo-cd 3.6.1 `controller/hook.go`). */
const outsideTypes: readonly { phase: OutsidePhase; argo: string; helm: string }[] = [
  { phase: "PreDelete", argo: "PreDelete", helm: "pre-delete" },
  { phase: "PostDelete", argo: "PostDelete", helm: "post-delete" },
];

const argoPolicies: ReadonlyMap<string, DeletePolicy> = new Map<string, DeletePolicy>([
  ["BeforeHookCreation", "BeforeHookCreation"],
  ["HookSucceeded", "HookSucceeded"],
  ["HookFailed", "HookFailed"],
]);

const helmPolicies: ReadonlyMap<string, DeletePolicy> = new Map<string, DeletePolicy>([
  ["before-hook-creation", "BeforeHookCreation"],
  ["hook-succeeded", "HookSucceeded"],
  ["hook-failed", "HookFailed"],
]);

type Annotations = Readonly<Record<string, string>>;

/**
 * Whether an object is a hook, and when it runs (gitops-engine 3.6.1 `pkg/sync/hook/hook.go`, `pkg/sync/sync_phase.go`,
 * `pkg/sync/ignore/ignore.go`; argo-cd 3.6.1 `controller/hook.go`, `controller/state.go` `partitionTargetObjsForSync`).
 */
export function readHook(annotations: Annotations): Hook {
  const types = readTypes(annotations);
  const outside = readOutside(annotations);
  const skipped = types.length === 1 && types[0] === "Skip";
  const isHook = outside.length > 0 || (hasHookAnnotation(annotations) && !skipped);
  if (!isHook) {
    return { isHook, phases: skipped ? [] : ["Sync"], outside, deletePolicies: [] };
  }
  return {
    isHook,
    phases: phases.filter((phase) => types.includes(phase)),
    outside,
    deletePolicies: readDeletePolicies(annotations),
  };
}

/** Known types; Argo CD looks at helm's annotation where its own names none that it knows. */
function readTypes(annotations: Annotations): readonly (Phase | "Skip")[] {
  const own = known(readAnnotationList(annotations, hookAnnotation), argoTypes);
  return own.length > 0 ? own : known(readAnnotationList(annotations, helmHookAnnotation), helmTypes);
}

function readOutside(annotations: Annotations): readonly OutsidePhase[] {
  const argo = readAnnotationList(annotations, hookAnnotation);
  const helm = readAnnotationList(annotations, helmHookAnnotation);
  return outsideTypes
    .filter((type) => argo.includes(type.argo) || helm.includes(type.helm))
    .map((type) => type.phase);
}

/** helm calls `crd-install` a hook, Argo CD does not; only that exact value is meant. */
function hasHookAnnotation(annotations: Annotations): boolean {
  const helm = readAnnotation(annotations, helmHookAnnotation);
  return (
    readAnnotation(annotations, hookAnnotation) !== undefined ||
    (helm !== undefined && helm !== "crd-install")
  );
}

/** Unlike the types, the policies of both spellings add up (gitops-engine 3.6.1 `pkg/sync/hook/delete_policy.go`). */
function readDeletePolicies(annotations: Annotations): readonly DeletePolicy[] {
  const policies = new Set([
    ...known(readAnnotationList(annotations, hookDeletePolicyAnnotation), argoPolicies),
    ...known(readAnnotationList(annotations, helmHookDeletePolicyAnnotation), helmPolicies),
  ]);
  return policies.size === 0 ? ["BeforeHookCreation"] : [...policies];
}

function known<T>(items: readonly string[], table: ReadonlyMap<string, T>): readonly T[] {
  const values: T[] = [];
  for (const item of items) {
    const value = table.get(item);
    if (value !== undefined) {
      values.push(value);
    }
  }
  return values;
}
