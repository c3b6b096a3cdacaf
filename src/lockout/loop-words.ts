import type { Webhook } from "../admission/webhook.ts";
import { formatRef } from "../manifest/object-ref.ts";
import type { Loop, LoopStep } from "./loops.ts";

/** One step of a loop as reports have it: two names and why the first waits for the second. */
export interface LoopEntry {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** A loop in the words of people: a webhook between two components is a step of its own. */
export function loopEntries(loop: Loop): readonly LoopEntry[] {
  return loop.flatMap(stepEntries);
}

function stepEntries({ from, reason, to }: LoopStep): readonly LoopEntry[] {
  if (reason.kind === "need") {
    return to === undefined ? [] : [{ from: from.name, to: to.name, because: reason.need.because }];
  }
  const { asked, write } = reason;
  const webhook = webhookName(asked.webhook);
  const because =
    asked.match === "error"
      ? `${write.what} is refused: ${asked.because}`
      : `${write.what} asks it: ${asked.because}`;
  return [
    { from: from.name, to: webhook, because },
    ...(to === undefined ? [] : [{ from: webhook, to: to.name, because: answerWords(asked.webhook) }]),
  ];
}

export function webhookName({ config, name }: Webhook): string {
  return `webhook ${name} of ${formatRef(config)}`;
}

function answerWords({ clientConfig, failurePolicy, timeoutSeconds }: Webhook): string {
  const through =
    clientConfig.kind === "service" ? `, through Service/${clientConfig.namespace}/${clientConfig.name}` : "";
  const policy =
    failurePolicy === "Fail" ? "it fails closed" : `its time-out of ${timeoutSeconds}s outlasts the client`;
  return `they answer it${through}, and ${policy}`;
}

/** The same as one sentence a step, for messages. */
export function loopSentences(loop: Loop): readonly string[] {
  return loopEntries(loop).map(({ because, from, to }) => `${from} needs ${to} (${because})`);
}
