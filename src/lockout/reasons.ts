import { refKey } from "../manifest/object-ref.ts";
import type { Component, Need, Phase, Write } from "./component.ts";
import { unknownBackendId } from "./components/assumed.ts";
import type { KnownWebhook } from "./known-webhook.ts";
import type { LockoutModel } from "./model.ts";
import { workloadId } from "./surroundings.ts";
import type { Asked } from "./webhook-index.ts";

/**
 * How much of the unknown counts: with `proven` nothing but what holds in every cluster of these manifests, with
 * `possible` all that holds in some.
 */
export type Certainty = "proven" | "possible";

/** Why a component needs one of others: it says so, or a webhook that they answer sees what it writes. */
export type Reason =
  | { readonly kind: "need"; readonly need: Need; readonly anyOf: readonly string[] }
  | {
      readonly kind: "webhook";
      readonly write: Write;
      readonly asked: Asked;
      /** Empty where the API server refuses the write without asking anybody. */
      readonly anyOf: readonly string[];
    };

/** What is left out of the model: webhook configurations by {@link refKey}. */
export type Removed = ReadonlySet<string>;

/** Gives the reasons of components; all runs over one model share what the webhooks answered. */
export class Reasons {
  readonly #model: LockoutModel;
  readonly #backends: ReadonlyMap<string, KnownWebhook>;

  constructor(model: LockoutModel) {
    this.#model = model;
    this.#backends = new Map(model.webhooks.map((known) => [webhookKey(known.webhook), known]));
  }

  /** What has to be up before a component comes up. */
  required(
    component: Component,
    { certainty, phases, removed }: { certainty: Certainty; phases: ReadonlySet<Phase>; removed: Removed },
  ): readonly Reason[] {
    // What is only taken to be there may be different, or come up in another way.
    if (component.isAssumed && certainty === "proven") return [];
    const needs = component.needs
      .filter(({ phase }) => phases.has(phase))
      .map((need): Reason => ({ kind: "need", need, anyOf: need.anyOf }));
    return [...needs, ...component.writes.flatMap((write) => this.#refusers(write, certainty, removed))];
  }

  /** What has to be up for a component to stay up. */
  kept(
    component: Component,
    { certainty, removed }: { certainty: Certainty; removed: Removed },
  ): readonly Reason[] {
    return component.keeps.flatMap((write) => this.#refusers(write, certainty, removed));
  }

  #refusers(write: Write, certainty: Certainty, removed: Removed): readonly Reason[] {
    return this.#model.ask(write.request).flatMap((asked): readonly Reason[] => {
      const { match, webhook } = asked;
      if (removed.has(refKey(webhook.config))) return [];
      if (match === "unknown" && certainty === "proven") return [];
      if (webhook.failurePolicy === "Ignore" && !(certainty === "possible" && outlasts(asked, write))) {
        return [];
      }
      const anyOf = match === "error" ? [] : this.#answeredBy(webhook, certainty);
      return anyOf === "somebody-outside" ? [] : [{ kind: "webhook", write, asked, anyOf }];
    });
  }

  #answeredBy(webhook: Asked["webhook"], certainty: Certainty): readonly string[] | "somebody-outside" {
    const backend = this.#backends.get(webhookKey(webhook))?.backend;
    if (backend === undefined || backend.kind === "outside") return "somebody-outside";
    if (backend.kind === "inside") return backend.workloads.map(workloadId);
    return certainty === "proven" ? "somebody-outside" : [unknownBackendId(backend)];
  }
}

/** Failing open does not help whoever gives up before the webhook's time is out. */
function outlasts({ match, webhook }: Asked, { patienceSeconds }: Write): boolean {
  return match !== "error" && patienceSeconds !== undefined && webhook.timeoutSeconds > patienceSeconds;
}

function webhookKey({ config, index }: Asked["webhook"]): string {
  return `${refKey(config)}\n${index}`;
}
