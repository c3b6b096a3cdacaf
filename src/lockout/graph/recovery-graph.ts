import { refKey } from "../../manifest/object-ref.ts";
import type { Component, Phase } from "../component.ts";
import { webhookName } from "../loop-words.ts";
import type { ScenarioOutcome } from "../outcome.ts";
import { type Reason, Reasons } from "../reasons.ts";
import type { LockoutCase } from "../rule.ts";

/** Something that a repair stands on. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "component" | "webhook";
  readonly name: string;
  /** Whether it can be locked in any scenario. */
  readonly locked: "no" | "possible" | "proven";
  readonly isAssumed: boolean;
}

/** `from` needs `to`, in one of its lives or whenever it writes. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly phase: Phase;
  readonly because: string;
  /** False where what the manifests leave open decides. */
  readonly isProven: boolean;
}

export interface RecoveryGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const nothing: ReadonlySet<string> = new Set();
const phases: ReadonlySet<Phase> = new Set(["restart", "cold-start", "renewal"]);

/** Who stands on whom when a cluster is repaired: needs between components, and webhooks between writers and answerers. */
export function recoveryGraph({ model, possible, proven }: LockoutCase): RecoveryGraph {
  const { required } = new Reasons(model).numbered({ certainty: "possible", phases, removed: nothing });
  const [surely, perhaps] = [lockedIds(proven), lockedIds(possible)];
  const nodes = new Map<string, GraphNode>();
  for (const component of model.components) {
    const locked = surely.has(component.id) ? "proven" : perhaps.has(component.id) ? "possible" : "no";
    const { id, isAssumed, name } = component;
    nodes.set(id, { id, kind: "component", name, locked, isAssumed });
  }
  const edges = new Map<string, GraphEdge>();
  const add = (edge: GraphEdge): void => {
    const key = `${edge.from}\n${edge.to}\n${edge.phase}`;
    // Several writes ask one webhook: the first that is proven tells why.
    if (edges.get(key)?.isProven !== true) edges.set(key, edge);
  };
  for (const [number, reasons] of required.entries()) {
    const component = model.components[number];
    if (component === undefined) continue;
    for (const { anyOf, reason } of reasons) {
      const targets = anyOf.flatMap((other) => model.components[other]?.id ?? []);
      for (const edge of edgesOf(component, reason, targets)) add(edge);
      if (reason.kind === "webhook") {
        const node = webhookNode(reason, nodes, targets);
        nodes.set(node.id, node);
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

function edgesOf(from: Component, reason: Reason, targets: readonly string[]): readonly GraphEdge[] {
  if (reason.kind === "need") {
    const { because, phase } = reason.need;
    return targets.map((to) => ({ from: from.id, to, phase, because, isProven: true }));
  }
  const { asked, write } = reason;
  const webhook = webhookId(reason);
  const isProven = asked.match !== "unknown" && asked.webhook.failurePolicy === "Fail" && !from.isAssumed;
  const phase = "restart";
  return [
    { from: from.id, to: webhook, phase, because: write.what, isProven },
    ...targets.map(
      (to) => ({ from: webhook, to, phase, because: "they answer it", isProven: true }) as const,
    ),
  ];
}

/** A webhook can be locked where all who answer it can. */
function webhookNode(
  reason: Extract<Reason, { kind: "webhook" }>,
  nodes: ReadonlyMap<string, GraphNode>,
  targets: readonly string[],
): GraphNode {
  const states = new Set(targets.map((target) => nodes.get(target)?.locked ?? "no"));
  const locked =
    states.has("no") || states.size === 0 ? "no" : states.has("possible") ? "possible" : "proven";
  const { webhook } = reason.asked;
  return { id: webhookId(reason), kind: "webhook", name: webhookName(webhook), locked, isAssumed: false };
}

function webhookId({ asked }: Extract<Reason, { kind: "webhook" }>): string {
  return `${refKey(asked.webhook.config)}\n${asked.webhook.index}`;
}

function lockedIds(outcomes: readonly ScenarioOutcome[]): ReadonlySet<string> {
  return new Set(outcomes.flatMap(({ locked }) => locked.map(({ id }) => id)));
}
