import { type Finding, finding } from "../../findings/finding.ts";
import type { WriteStep } from "../component.ts";
import { type OwnWrite, ownWrites } from "../own-writes.ts";
import type { LockoutRule } from "../rule.ts";

const steps: ReadonlySet<WriteStep> = new Set(["bind-pods", "pod-status", "pod-token", "endpoints"]);

/** LO002: a webhook that fails closed sees what its own pods need between their creation and their first answer. */
export const ownReadiness: LockoutRule = {
  id: "LO002",
  find: ({ model }) => {
    const groups = new Map<string, OwnWrite[]>();
    for (const own of ownWrites(model).filter(({ write }) => steps.has(write.step))) {
      const { backend, webhook } = own;
      const key = JSON.stringify([webhook.config, webhook.index, backend.id]);
      groups.set(key, [...(groups.get(key) ?? []), own]);
    }
    return [...groups.values()].flatMap((group) => {
      const proven = group.filter(({ isProven }) => isProven);
      return toFinding(proven.length > 0 ? proven : group, proven.length === 0);
    });
  },
};

function toFinding(group: readonly OwnWrite[], isPossible: boolean): readonly Finding[] {
  const [first] = group;
  if (first === undefined) return [];
  const { backend, webhook } = first;
  const refs = [webhook.config, ...(backend.ref === undefined ? [] : [backend.ref])];
  return [
    finding(
      "lockout-own-readiness",
      { refs, source: webhook.source, isPossible },
      {
        webhook: webhook.name,
        backend: backend.name,
        writes: group.map(({ write }) => `${write.what} (${resourceOf(write.request)})`),
      },
    ),
  ];
}

function resourceOf({ resource, subresource }: OwnWrite["write"]["request"]): string {
  return subresource === "" ? resource : `${resource}/${subresource}`;
}
