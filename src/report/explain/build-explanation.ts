import type { Source } from "../../manifest/document.ts";
import { locatePath } from "../../manifest/locate-path.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { type ObjectRef, refKey } from "../../manifest/object-ref.ts";
import { parsePath } from "../../manifest/parse-path.ts";
import { at } from "../../order/at.ts";
import type { OrderNode } from "../../order/order-graph.ts";
import { timedObject } from "../../order/ordered-object.ts";
import type { SolvedOrder } from "../../order/plan-order.ts";
import { findNode, reasonChain, requiredAfter, requiredBefore, type Tie } from "../../order/reason-chain.ts";
import type { Explanation } from "../explanation-report.ts";
import { plainRef } from "../report-entries.ts";
import { requesterEntry } from "../requester-entry.ts";
import type { ExplanationInput, Subject } from "./explanation-input.ts";
import { standingOf } from "./standing.ts";

/** Explains one object or barrier of a plan. */
export function buildExplanation(input: ExplanationInput): Explanation {
  const { order, plan, subject } = input;
  const node = order && findNode(order.graph, (candidate) => standsFor(candidate, subject));
  const known = order === undefined || node === undefined ? undefined : { order, node };
  const tie = (one: Tie) => tieEntry(one, input, order as SolvedOrder);
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "Explanation",
    application: plan.application.name,
    ref: plainRef(subject.ref),
    source: subject.kind === "barrier" ? null : { ...subject.manifest.source },
    injected: subject.kind === "barrier",
    phases: phasesOf(subject),
    wave: waveOf(input),
    standing: standingOf(input, node),
    chain: known === undefined ? [] : chainOf(known.order, known.node, input),
    comesAfter: known === undefined ? [] : requiredBefore(known.order.graph, known.node).map(tie),
    comesBefore: known === undefined ? [] : requiredAfter(known.order.graph, known.node).map(tie),
    barriers: barriersBefore(input),
    requesters: requestersOf(input),
    sync: syncOf(input),
    findings: plan.findings
      .filter(({ refs }) => refs.some((ref) => refKey(ref) === refKey(subject.ref)))
      .map((finding) => ({ ...finding, refs: finding.refs.map(plainRef) })),
  };
}

function standsFor(node: OrderNode, subject: Subject): boolean {
  if (node.kind === "barrier") return subject.kind === "barrier" && node.group === subject.barrier.group;
  return subject.kind === "object" && node.object.manifest === subject.manifest;
}

function phasesOf(subject: Subject): Explanation["phases"] {
  return subject.kind === "barrier"
    ? [subject.barrier.group.phase]
    : [...timedObject(subject.manifest).hook.phases];
}

function waveOf({ plan, subject }: ExplanationInput): Explanation["wave"] {
  if (subject.kind === "barrier") return { from: null, to: subject.barrier.wave };
  const from = timedObject(subject.manifest).wave;
  return { from, to: plan.moves.find(({ manifest }) => manifest === subject.manifest)?.to ?? from };
}

function chainOf(order: SolvedOrder, node: number, input: ExplanationInput): Explanation["chain"] {
  return reasonChain(order, node).map((link) => {
    const own = at(order.graph.nodes, link.node);
    const { heldBy } = link;
    return {
      ref: refOf(own, input),
      source: own.kind === "barrier" ? null : { ...own.object.manifest.source },
      wave: { from: own.kind === "barrier" ? null : own.object.wave, to: link.wave },
      heldBy: heldBy === undefined ? null : { reason: heldBy.reason, gap: heldBy.gap },
    };
  });
}

function tieEntry({ reason, gap, other }: Tie, input: ExplanationInput, order: SolvedOrder) {
  const ref = refOf(at(order.graph.nodes, other), input);
  return { reason, gap, other: ref, wave: at(order.solution.values, other) };
}

/** A barrier that was left out (a finding says why) is told by the policy that it would have asked about. */
function refOf(node: OrderNode, { plan }: ExplanationInput): ObjectRef {
  if (node.kind === "object") return plainRef(node.object.manifest.ref);
  const barrier = plan.barriers.find(({ group }) => group === node.group);
  return plainRef(barrier?.ref ?? node.group.policy);
}

function barriersBefore({ plan, subject }: ExplanationInput): Explanation["barriers"] {
  const firstSteps = new Map<string, number>();
  for (const { op, ref, step } of plan.sync.steps) {
    const key = refKey(ref);
    if (op === "apply" && !firstSteps.has(key)) firstSteps.set(key, step);
  }
  const own = firstSteps.get(refKey(subject.ref)) ?? Number.POSITIVE_INFINITY;
  return plan.barriers
    .filter(({ ref }) => (firstSteps.get(refKey(ref)) ?? Number.POSITIVE_INFINITY) < own)
    .map(({ group, ref, wave }) => ({
      ref: plainRef(ref),
      phase: group.phase,
      wave,
      signerName: group.signerName,
      isOwn: group.requesters.some(
        ({ dependent }) => subject.kind === "object" && dependent === subject.manifest,
      ),
    }));
}

function requestersOf({ plan, subject, text }: ExplanationInput): Explanation["requesters"] {
  const isMeant =
    subject.kind === "barrier"
      ? new Set(subject.barrier.group.requesters)
      : new Set(
          plan.requesters
            .map(({ requester }) => requester)
            .filter(({ dependent }) => dependent === subject.manifest),
        );
  return plan.requesters
    .filter(({ requester }) => isMeant.has(requester))
    .map((planned) => ({
      ...requesterEntry(planned, plan.application.cluster),
      source: sourceOf(text, planned.requester.dependent, planned.requester.path),
      ...(planned.grant === undefined
        ? {}
        : { grantSource: sourceOf(text, planned.grant.policy, planned.grant.path) }),
    }));
}

function sourceOf(text: string, manifest: Manifest, path: string): Source {
  return { ...locatePath(text, manifest, parsePath(path) ?? []) };
}

function syncOf({ plan, subject }: ExplanationInput): Explanation["sync"] {
  const key = refKey(subject.ref);
  const applied = plan.sync.steps.filter(({ op }) => op === "apply");
  return applied
    .filter(({ ref }) => refKey(ref) === key)
    .map(({ step, group, phase, wave }) => ({
      step,
      group,
      phase,
      wave,
      beside: applied.filter((other) => other.step === step).length - 1,
      isAwaited: plan.waits.some((wait) => wait.step === step && wait.for.some((ref) => refKey(ref) === key)),
    }));
}
