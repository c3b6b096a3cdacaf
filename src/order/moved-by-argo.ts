import type { ObjectRef } from "../manifest/object-ref.ts";

/** Kinds that Argo CD pulls before their first user by itself (gitops-engine 3.6.1 `sync_tasks.go` `adjustDeps`). */
export function isMovedByArgo({ group, kind }: ObjectRef): boolean {
  return (
    (group === "" && kind === "Namespace") ||
    (group === "apiextensions.k8s.io" && kind === "CustomResourceDefinition")
  );
}
