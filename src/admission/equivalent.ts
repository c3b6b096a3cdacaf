import {
  type AdmissionRequest,
  type Equivalent,
  isUnknown,
  type KindIdentity,
  kindOf,
  type ResourceIdentity,
} from "./request.ts";
import { coversRequest, coversResource } from "./rules.ts";
import type { WebhookMatch } from "./webhook.ts";

/** A rule that covers a request, and under which name. */
export interface Covered {
  readonly covers: "yes";
  /** Position of the rule. */
  readonly rule: number;
  /** The kind to which the API server converts the object before it asks the conditions and the webhook. */
  readonly kind: KindIdentity;
  readonly as: ResourceIdentity;
  readonly isConverted: boolean;
}

export type Coverage = Covered | { readonly covers: "no" | "unknown"; readonly because: string };

/**
 * The first rule that covers the request as it came; else, with `matchPolicy: Equivalent`, the first that covers one
 * of its equivalents, rules before equivalents (`k8s.io/apiserver` 0.37 `generic/webhook.go` `ShouldCallHook`).
 */
export function findCoverage(webhook: WebhookMatch, request: AdmissionRequest): Coverage {
  const answers = webhook.rules.map((rule) => coversRequest(rule, request, request));
  const exact = answers.indexOf("yes");
  if (exact !== -1) {
    return { covers: "yes", rule: exact, kind: kindOf(request), as: request, isConverted: false };
  }
  const open = answers.indexOf("unknown");
  if (webhook.matchPolicy === "Exact") {
    return open === -1 ? nothing("no rule covers it") : undecided(`rule ${open} covers it, or not`);
  }
  for (const [position, rule] of webhook.rules.entries()) {
    for (const equivalent of equivalentsOf(request)) {
      const answer = coversRequest(rule, request, equivalent);
      if (answer === "unknown") return undecided(`rule ${position} covers an equivalent of it, or not`);
      if (answer === "no") continue;
      // An exact match would come first, and with it another kind for the conditions.
      if (open !== -1) return undecided(`rule ${open} covers it as it is, or rule ${position} an equivalent`);
      return {
        covers: "yes",
        rule: position,
        kind: kindOfEquivalent(equivalent),
        as: equivalent,
        isConverted: true,
      };
    }
  }
  if (open !== -1) return undecided(`rule ${open} covers it, or not`);
  const hidden = hiddenEquivalent(webhook, request);
  if (hidden !== undefined) return undecided(`rule ${hidden} may cover another version of it`);
  return nothing("no rule covers it, nor an equivalent of it");
}

/** Equivalents with the subresource that is asked for, the request's own resource excepted. */
function equivalentsOf(request: AdmissionRequest): readonly Equivalent[] {
  return (request.equivalents ?? []).filter(
    (other) =>
      (other.subresource ?? "") === request.subresource &&
      !(
        other.group === request.group &&
        other.version === request.version &&
        other.resource === request.resource
      ),
  );
}

/** A rule that names a version of the same resource of which nobody knows whether it is served. */
function hiddenEquivalent(webhook: WebhookMatch, request: AdmissionRequest): number | undefined {
  if (!isUnknown(request, "equivalents")) return undefined;
  const position = webhook.rules.findIndex(
    (rule) =>
      coversResource(rule, request, request.resource) !== "no" &&
      rule.apiVersions.some(
        (version) =>
          version !== "*" &&
          coversRequest(rule, request, {
            group: request.group,
            version,
            resource: request.resource,
          }) !== "no",
      ),
  );
  return position === -1 ? undefined : position;
}

function kindOfEquivalent(equivalent: Equivalent): KindIdentity {
  return {
    group: equivalent.kindGroup ?? equivalent.group,
    version: equivalent.kindVersion ?? equivalent.version,
    kind: equivalent.kind,
  };
}

function nothing(because: string): Coverage {
  return { covers: "no", because };
}

function undecided(because: string): Coverage {
  return { covers: "unknown", because };
}
