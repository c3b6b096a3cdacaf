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
  type OrderNode,
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
    const latest = latestWave(node, known, context);
    const requests = createdBy(seen, context.barrierNamespace).map((manifest) =>
      requestFor(manifest, "CREATE", surroundings),
    );
    const edges: Edge[] = [];
    for (const { webhook, config, backends } of callable) {
      if (!standsBefore(at(context.nodes, config), seen, latest)) continue;
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

/** True where Argo CD applies the configuration first: it in its own wave, the other in the latest it can have. */
function standsBefore(config: OrderNode, seen: OrderNode, latest: number): boolean {
  if (config.kind === "barrier") return false;
  const relation = phaseRelation(config, seen);
  if (relation !== "same") return relation === "earlier";
  const { manifest, wave } = config.object;
  if (seen.kind === "barrier") return wave <= latest;
  const other = seen.object.manifest;
  return (
    (wave - latest ||
      kindRank(manifest.ref.kind) - kindRank(other.ref.kind) ||
      compareText(manifest.ref.name, other.ref.name)) < 0
  );
}

/**
 * The latest wave that a node can end in: that of its author, and as far below whatever it must precede as it must. The
 * author's wave alone would count a configuration that stands between the two, and no more in a second run, which finds
 * the object where the first has put it.
 */
function latestWave(node: number, known: KnownEdges, context: OrderContext): number {
  let latest = Number.POSITIVE_INFINITY;
  for (const [other, distance] of known.distancesFrom(node)) {
    const wave = context.objects[other]?.wave;
    if (wave !== undefined) latest = Math.min(latest, wave - distance);
  }
  return latest;
}
