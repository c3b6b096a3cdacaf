import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveDependencies } from "../../src/argo/dependency-moves.ts";
import { makeTasks, type SyncTask } from "../../src/argo/sync-task.ts";
import { compareTasks } from "../../src/argo/task-order.ts";
import { runs } from "../runs.ts";
import { manifest } from "./manifests.ts";

describe("moveDependencies", () => {
  it("pulls a Namespace and a CRD to their first users, with phase and wave", () => {
    const tasks = sorted([
      { kind: "Namespace", name: "team", namespace: "", wave: "3" },
      { ...definition("Widget"), wave: "5" },
      { kind: "Secret", name: "key", namespace: "team", wave: "-1", hook: "PreSync" },
      { apiVersion: "example.com/v1", kind: "Widget", name: "w", namespace: "team", wave: "1" },
    ]);

    expect(moveDependencies(tasks, "shop").map(describeTask)).toEqual([
      "PreSync -1 Namespace/team",
      "PreSync -1 Secret/key",
      "Sync 1 CustomResourceDefinition/widgets.example.com",
      "Sync 1 Widget/w",
    ]);
  });

  it("leaves what already comes first, and what nobody needs", () => {
    const tasks = sorted([
      { kind: "Namespace", name: "team", namespace: "", wave: "-2" },
      { kind: "Namespace", name: "lonely", namespace: "", wave: "4" },
      { kind: "Secret", name: "key", namespace: "team" },
    ]);

    expect(moveDependencies(tasks, "shop").map(describeTask)).toEqual([
      "Sync -2 Namespace/team",
      "Sync 0 Secret/key",
      "Sync 4 Namespace/lonely",
    ]);
  });

  it("counts cluster-scoped objects as users of the destination namespace", () => {
    const tasks = sorted([
      { kind: "Namespace", name: "shop", namespace: "", wave: "2" },
      { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name: "reader", namespace: "" },
    ]);

    expect(moveDependencies(tasks, "shop").map(describeTask)).toEqual([
      "Sync 0 Namespace/shop",
      "Sync 0 ClusterRole/reader",
    ]);
    expect(moveDependencies(tasks, "").map(describeTask)).toEqual([
      "Sync 0 ClusterRole/reader",
      "Sync 2 Namespace/shop",
    ]);
  });

  it("gives the order of insertion one by one", () => {
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 30 }), (objects) => {
        const tasks = sorted(objects);

        expect(moveDependencies(tasks, "shop").map(describeTask)).toEqual(
          insertOneByOne(insertOneByOne(tasks, namespaceKeys), definitionKeys).map(describeTask),
        );
      }),
      runs(100),
    );
  });
});

interface Given {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly wave?: string;
  readonly hook?: string;
  readonly spec?: unknown;
}

function sorted(objects: readonly Given[]): SyncTask[] {
  const manifests = objects.map(({ wave, hook, ...given }, index) =>
    manifest({
      ...given,
      index,
      annotations: {
        ...(wave === undefined ? {} : { "argocd.argoproj.io/sync-wave": wave }),
        ...(hook === undefined ? {} : { "argocd.argoproj.io/hook": hook }),
      },
    }),
  );
  return [...makeTasks(manifests)].sort(compareTasks);
}

function definition(kind: string): Given {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    name: `${kind.toLowerCase()}s.example.com`,
    namespace: "",
    spec: { group: "example.com", names: { kind } },
  };
}

function describeTask({ phase, wave, ref }: SyncTask): string {
  return `${phase} ${wave} ${ref.kind}/${ref.name}`;
}

const anyObject: fc.Arbitrary<Given> = fc
  .record({
    base: fc.oneof(
      fc.constantFrom("shop", "team", "other").map((name) => ({ kind: "Namespace", name, namespace: "" })),
      fc.constantFrom("Widget", "Gadget").map(definition),
      fc.record({
        apiVersion: fc.constant("example.com/v1"),
        kind: fc.constantFrom("Widget", "Gadget"),
        name: fc.constantFrom("a", "b", "c"),
        namespace: fc.constantFrom("shop", "team", "other"),
      }),
      fc.record({
        kind: fc.constantFrom("Secret", "Pod"),
        name: fc.constantFrom("a", "b", "c"),
        namespace: fc.constantFrom("shop", "team", "other"),
      }),
    ),
    wave: fc.constantFrom("-1", "0", "1", "2"),
    hook: fc.constantFrom(undefined, undefined, "PreSync", "PreSync,PostSync", "Sync,SyncFail"),
  })
  .map(({ base, wave, hook }) => ({ ...base, wave, ...(hook === undefined ? {} : { hook }) }));

interface Keys {
  provides(task: SyncTask): string | undefined;
  needs(task: SyncTask): string;
}

const namespaceKeys: Keys = {
  provides: ({ ref }) => (ref.kind === "Namespace" ? ref.name : undefined),
  needs: ({ ref }) => ref.namespace || "shop",
};

const definitionKeys: Keys = {
  provides: ({ ref }) => (ref.kind === "CustomResourceDefinition" ? ref.name : undefined),
  needs: ({ ref }) => `${ref.kind.toLowerCase()}s.example.com`,
};

/** The rule as it is told: look back for the first user, stand before it. */
function insertOneByOne(tasks: readonly SyncTask[], keys: Keys): readonly SyncTask[] {
  const list: SyncTask[] = [];
  for (const task of tasks) {
    const key = keys.provides(task);
    const at = list.findIndex((other) => keys.provides(other) === undefined && keys.needs(other) === key);
    const user = key === undefined ? undefined : list[at];
    if (user === undefined) {
      list.push(task);
    } else {
      list.splice(at, 0, { ...task, phase: user.phase, wave: user.wave });
    }
  }
  return list;
}
