import { refKey } from "../manifest/object-ref.ts";
import type { Component, Need, Phase, Write } from "./component.ts";
import { unknownBackendId } from "./components/assumed.ts";
import type { Dependencies } from "./fixpoint.ts";
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

/** What reasons depend on beside the model. */
export interface Circumstances {
  readonly certainty: Certainty;
  readonly phases: ReadonlySet<Phase>;
  readonly removed: Removed;
}

/** The reasons of each component, with components as numbers: their positions in the model. */
export interface NumberedReasons {
  readonly required: readonly (readonly {
    readonly reason: Reason;
    readonly anyOf: readonly number[];
  }[])[];
  readonly dependencies: Dependencies;
}

/** Gives the reasons of components; all runs over one model share what the webhooks answered. */
export class Reasons {
  readonly #model: LockoutModel;
  readonly #numbered = new Map<string, NumberedReasons>();
  readonly #backends: ReadonlyMap<string, KnownWebhook>;

  constructor(model: LockoutModel) {
    this.#model = model;
    this.#backends = new Map(model.webhooks.map((known) => [webhookKey(known.webhook), known]));
  }

  /** All reasons by the numbers of the components; many scenarios share them. */
  numbered(circumstances: Circumstances): NumberedReasons {
    const { certainty, phases, removed } = circumstances;
    const key = JSON.stringify([certainty, [...phases].sort(), [...removed].sort()]);
    const known = this.#numbered.get(key);
    if (known !== undefined) return known;
    const { components } = this.#model;
    const numberOf = new Map(components.map(({ id }, number) => [id, number]));
    const numbers = ({ anyOf }: Reason): readonly number[] => anyOf.flatMap((id) => numberOf.get(id) ?? []);
    const required = components.map((component) =>
      this.#required(component, circumstances).map((reason) => ({ reason, anyOf: numbers(reason) })),
    );
    const requires = required.map((list) => list.map(({ anyOf }) => anyOf));
    const keeps = components.map((component) => this.#kept(component, circumstances).map(numbers));
    const made = { required, dependencies: { requires, keeps } };
    this.#numbered.set(key, made);
    return made;
  }

  /** What has to be up before a component comes up. */
  #required(component: Component, { certainty, phases, removed }: Circumstances): readonly Reason[] {
    // What is only taken to be there may be different, or come up in another way.
    if (component.isAssumed && certainty === "proven") return [];
    const needs = component.needs
      .filter(({ phase }) => phases.has(phase))
      .map((need): Reason => ({ kind: "need", need, anyOf: need.anyOf }));
    return [...needs, ...component.writes.flatMap((write) => this.#refusers(write, certainty, removed))];
  }

  /** What has to be up for a component to stay up. */
  #kept(component: Component, { certainty, removed }: Circumstances): readonly Reason[] {
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
