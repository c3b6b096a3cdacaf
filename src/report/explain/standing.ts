import { isApplication } from "../../argo/child-applications.ts";
import { refKey } from "../../manifest/object-ref.ts";
import { isMovedByArgo } from "../../order/moved-by-argo.ts";
import type { ExplanationInput } from "./explanation-input.ts";

/** Why something stands where it does, in one word; `standingWords` has the sentences. */
export const standings = [
  "outside-sync",
  "mode-off",
  "barrier",
  "held",
  "policy-wave",
  "cycle",
  "moved-by-argo",
  "application",
  "dependent",
  "signer-workload",
  "low-enough",
  "unrequired",
] as const;
export type Standing = (typeof standings)[number];

/** Why the subject has its wave. Of several reasons the first of the list that holds. */
export function standingOf(input: ExplanationInput, node: number | undefined): Standing {
  const { order, plan, subject } = input;
  if (subject.kind === "barrier") return "barrier";
  const { manifest, ref } = subject;
  if (!plan.objects.some((object) => object.manifest === manifest)) return "outside-sync";
  if (plan.mode === "off") return "mode-off";
  if (plan.moves.some((move) => move.manifest === manifest)) {
    return node !== undefined && order?.solution.holds[node] !== undefined ? "held" : "policy-wave";
  }
  if (order === undefined || node === undefined) return "cycle";
  if (isMovedByArgo(ref)) return "moved-by-argo";
  if (isApplication(ref)) return "application";
  const groups = plan.barriers.map(({ group }) => group);
  if (groups.some(({ requesters }) => requesters.some(({ dependent }) => dependent === manifest))) {
    return "dependent";
  }
  if (groups.some(({ signer }) => isWorkload(signer.workload, ref))) return "signer-workload";
  return order.graph.edges.some(({ before }) => before === node) ? "low-enough" : "unrequired";
}

interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

function isWorkload(workload: Workload | undefined, ref: ExplanationInput["subject"]["ref"]): boolean {
  return workload !== undefined && refKey({ group: "apps", ...nameOf(workload) }) === refKey(ref);
}

function nameOf({ kind, namespace, name }: Workload): Workload {
  return { kind, namespace, name };
}

/** The sentences. `from` and `to` are the waves that the author gave and that the object gets. */
export const standingWords: { readonly [S in Standing]: string } = {
  "outside-sync":
    "No sync applies it: it is a hook of a deletion, is skipped, or another object with its identity comes later and counts.",
  "mode-off": "In mode off the render goes out as it is: nothing moves, nothing waits.",
  barrier: "A barrier stands one wave below the first of those that wait behind it, in their phase.",
  held: "It is lowered as far as what comes after it asks, and no further.",
  "policy-wave":
    "It carries a policy and needs nothing else, so it goes to policyWave, whatever depends on it: early enough for dependents in another source, and in nobody's way.",
  cycle: "The required order contradicts itself (see the findings), so every object keeps its author's wave.",
  "moved-by-argo":
    "Argo CD itself applies it before the first object that needs it, so grantwave does not move it.",
  application:
    "It begins a sync of its own, which no wave of this one reaches into, so grantwave does not touch it.",
  dependent: "Dependents keep the wave that their author gave them; their barrier goes below them.",
  "signer-workload":
    "The signer's workload stays: while it is not up it denies nothing, and it starts with the policy that is applied.",
  "low-enough": "What has to come after it does so already: it keeps the wave that its author gave it.",
  unrequired: "Nothing has to come after it, so it keeps the wave that its author gave it.",
};
