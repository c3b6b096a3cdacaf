import { findBackends } from "../../admission/backends.ts";
import { matchWebhook } from "../../admission/match-webhook.ts";
import { admissionContext, requestFor } from "../../admission/request-for.ts";
import type { Webhook } from "../../admission/webhook.ts";
import { readWebhooks } from "../../admission/webhooks.ts";
import { kindRank } from "../../argo/kind-order.ts";
import type { Outcome } from "../../findings/finding.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { compareText } from "../../manifest/object-ref.ts";
import { at } from "../at.ts";
import { createdBy } from "../created-by.ts";
import {
  type Edge,
  type KnownEdges,
  type NeedSource,
  type OrderContext,
  phaseRelation,
} from "../order-graph.ts";

/**
 * Before a barrier nothing may be created that a webhook of the same application refuses because its own pods are not
 * there yet: whoever answers a fail-closed webhook comes a wave before whatever the webhook would see, if the webhook's
 * configuration is already there by then. Only what is certain counts; a webhook that may or may not match makes no
 * order.
 */
export const admissionNeeds: NeedSource = (context) => {
  const manifests = context.objects.map((object) => object.manifest);
  const callable = findCallable(context, manifests);
  if (callable.length === 0) return () => ({ value: [], findings: [] });
  const surroundings = admissionContext(manifests);
  return (node, known): Outcome<readonly Edge[]> => {
    const seen = at(context.nodes, node);
    const requests = createdBy(seen, context.barrierNamespace).map((manifest) =>
      requestFor(manifest, "CREATE", surroundings),
    );
    const edges: Edge[] = [];
    for (const { webhook, config, backends } of callable) {
      if (!standsBefore(config, node, known, context)) continue;
      if (!requests.some((request) => matchWebhook(webhook, request).match === "yes")) continue;
      for (const before of backends) {
        if (before === node || phaseRelation(at(context.nodes, before), seen) !== "same") continue;
        edges.push({ before, after: node, gap: 1, reason: "admission" });
      }
    }
    return { value: edges, findings: [] };
  };
};

/** A fail-closed webhook of the render with those who answer it: both of them nodes of the order. */
interface CallableWebhook {
  readonly webhook: Webhook;
  readonly config: number;
  readonly backends: readonly number[];
}

/** What is wrong with a webhook configuration is not for the order to tell: it makes none where it cannot be read. */
function findCallable(context: OrderContext, manifests: readonly Manifest[]): readonly CallableWebhook[] {
  return readWebhooks(manifests).value.flatMap((webhook) => {
    const config = webhook.failurePolicy === "Fail" ? context.find(webhook.config) : undefined;
    const found = config === undefined ? "unknown" : findBackends(webhook, manifests);
    if (config === undefined || typeof found === "string") return [];
    const backends = found.flatMap((backend) => context.nodeOf.get(backend) ?? []);
    return [{ webhook, config, backends }];
  });
}

/**
 * True where Argo CD applies the configuration first, in the waves that the two will have: the author's order is kept
 * where their effective waves differ (`solve.ts`). The waves as the author gave them would also count a configuration that
 * stands between the place of an object and the one that it goes to, and no more in a second run.
 */
function standsBefore(config: number, seen: number, known: KnownEdges, context: OrderContext): boolean {
  const [configNode, seenNode] = [at(context.nodes, config), at(context.nodes, seen)];
  const relation = phaseRelation(configNode, seenNode);
  if (relation !== "same") return relation === "earlier";
  const first = heldWaves(config, known, context);
  const second = heldWaves(seen, known, context);
  if (first.effective !== second.effective) return first.effective < second.effective;
  if (configNode.kind === "barrier" || seenNode.kind === "barrier") return false;
  const [{ ref }, { ref: other }] = [configNode.object.manifest, seenNode.object.manifest];
  return (
    first.latest === second.latest &&
    (kindRank(ref.kind) - kindRank(other.kind) || compareText(ref.name, other.name)) < 0
  );
}

interface Held {
  /** The lowest wave that the author gave to what a node must precede, itself included. */
  readonly effective: number;
  /** The same, as far below each of them as it must be. */
  readonly latest: number;
}

function heldWaves(node: number, known: KnownEdges, context: OrderContext): Held {
  let [effective, latest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const [other, distance] of known.distancesFrom(node)) {
    const wave = context.objects[other]?.wave ?? Number.POSITIVE_INFINITY;
    effective = Math.min(effective, wave);
    latest = Math.min(latest, wave - distance);
  }
  return { effective, latest };
}
