import type { Source } from "../manifest/document.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import type { LabelSelector } from "./label-selector.ts";

/** One entry of `rules`. Scopes and operations that the API server does not know match nothing. */
export interface Rule {
  readonly operations: readonly string[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly scope: string;
}

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Whom the API server calls: a Service by its name, anything else by an address. */
export type ClientConfig =
  | {
      readonly kind: "service";
      readonly namespace: string;
      readonly name: string;
      readonly path: string;
      /** A `port` of the Service, not one of its pods. */
      readonly port: number;
    }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "none" };

/** What decides whether the API server calls a webhook, with the defaults of admissionregistration.k8s.io/v1. */
export interface WebhookMatch {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly matchPolicy: "Exact" | "Equivalent";
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
  readonly matchConditions: readonly MatchCondition[];
}

/** One webhook of a configuration of the render. */
export interface Webhook extends WebhookMatch {
  readonly kind: "Validating" | "Mutating";
  /** The configuration that it stands in. */
  readonly config: ObjectRef;
  readonly source: Source;
  /** Its position in the configuration, for patches; another than that of the live list where somebody changed it. */
  readonly index: number;
  /** Empty where not stated; the API server then refuses the configuration. */
  readonly sideEffects: string;
  readonly timeoutSeconds: number;
  readonly reinvocationPolicy: "Never" | "IfNeeded";
  readonly clientConfig: ClientConfig;
}
