import { formatRef } from "../manifest/object-ref.ts";
import type { Finding, FindingCode } from "./finding.ts";
import type { Words } from "./words.ts";

/** The words of what `lockout` finds; part of the table in message.ts. */
export const lockoutWords = {
  "lockout-own-pods": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} the creation of its own pods (${args.because}). Once ${args.backend} are gone, they cannot be created again: creating them asks the webhook, and the webhook is them.`,
    hint: "Exclude its namespace with a namespaceSelector: key kubernetes.io/metadata.name, operator NotIn; or its pods with an objectSelector on a label of their template.",
  }),
  "lockout-own-readiness": ({ args, isPossible, refs }) => ({
    message: `${webhookOf(refs, args.webhook)} fails closed and ${sees(isPossible)} what its own pods need to become ready: ${args.writes.join(", ")}. Once ${args.backend} are gone, new ones are created, but never answer.`,
    hint: "Name the resources in its rules instead of */* or pods/*, and exclude its namespace: a Binding and a token request do not have the labels of the pod, so that an objectSelector does not help.",
  }),
  "lockout-mutual": ({ args, isPossible }) => ({
    message: `${isPossible === true ? "These may wait for each other" : "These wait for each other"} once all of them are down: ${args.steps.join("; ")}.`,
    hint: "Break one of the steps: exclude the namespaces of the others in each webhook's namespaceSelector.",
  }),
} as const satisfies { readonly [C in FindingCode]?: (finding: Finding<C>) => Words };

function webhookOf([config]: Finding["refs"], webhook: string): string {
  const name = JSON.stringify(webhook);
  return config === undefined ? `Webhook ${name}` : `Webhook ${name} of ${formatRef(config)}`;
}

function sees(isPossible: boolean | undefined): string {
  return isPossible === true ? "may see" : "sees";
}
