import { printable } from "../findings/printable.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import type { Replica } from "./decide.ts";
import type { Question } from "./question.ts";
import type { Verdict } from "./wait-loop.ts";

/** The kubelet cuts longer ones (kubernetes 1.37 `pkg/kubelet/container/runtime.go` `MaxContainerTerminationMessageLength`). */
export const longestTerminationMessage = 4096;

const mostNamed = 20;

/**
 * How the wait ended, in lines. For a failure: what is not so, who waits, what each replica said, and how to pass the
 * barrier all the same; the last line says all of that again, for whoever sees only the end of a log.
 */
export function verdictLines(verdict: Verdict, question: Question): readonly string[] {
  const what = `signer ${question.signer.name} (${question.signerName})`;
  const reasons = (verdict.decision?.reasons ?? []).map(printable).join("; ");
  if (verdict.outcome === "open") {
    const already = verdict.isLoadedAlready ? "all were loaded already" : `open after ${verdict.seconds} s`;
    return [`grantwave: ${what}: ${granted(question)}: ${already}: ${reasons}`];
  }
  if (verdict.outcome === "interrupted") return [`grantwave: ${what}: asked to end before it was decided`];
  const failed = `${what}: ${outcomeWords[verdict.outcome](question)}`;
  const problems = [reasons, printable(verdict.failure ?? "")].filter((text) => text !== "").join("; ");
  const waiting = `still waiting: ${named((verdict.decision?.waiting ?? question.requesters).map(nameOf))}`;
  const behind = (verdict.decision?.replicas ?? []).filter(({ isLoaded }) => !isLoaded).map(sayOf);
  return [
    `grantwave: ${failed}`,
    ...(problems === "" ? [] : [`  ${problems}`]),
    `  ${waiting}`,
    ...list(behind).map((text) => `  ${text}`),
    `  ${breakGlass}`,
    `grantwave: ${[failed, problems, waiting, ...list(behind)].filter((text) => text !== "").join("; ")} (${breakGlass})`,
  ];
}

/** The lines as the termination message of the container, at most 4096 bytes: the end of the list is what may be cut. */
export function terminationMessage(lines: readonly string[]): string {
  const text = lines.length > 1 ? lines.slice(0, -1).join("\n") : lines.join("\n");
  if (Buffer.byteLength(text) <= longestTerminationMessage) return text;
  const ending = `…\n  ${breakGlass}`;
  const room = longestTerminationMessage - Buffer.byteLength(ending);
  // Half a character at the end becomes U+FFFD and is left out.
  const kept = Buffer.from(text)
    .subarray(0, room)
    .toString("utf8")
    .replace(/\ufffd$/, "");
  return `${kept}${ending}`;
}

const outcomeWords: {
  readonly [O in Exclude<Verdict["outcome"], "open" | "interrupted">]: (question: Question) => string;
} = {
  deadline: ({ timeoutSeconds }) => `not loaded within ${timeoutSeconds} s`,
  signerNotFound: () => "there is no such signer: correct its workload in grantwave.yaml, or install it",
  forbidden: () => "the barrier's account may not read what it has to: install its roles (install/barrier)",
  grantMissing: () => "the live policy lacks a grant of this sync: grant first, then switch",
};

/** Two things, since Argo CD keeps renders. */
const breakGlass =
  'to pass all the same: plugin parameter mode "off" (grantwave-auto: annotation grantwave.dev/mode: "off") and a hard refresh';

function granted({ requesters }: Question): string {
  return requesters.length === 1 ? "1 grant" : `${requesters.length} grants`;
}

function nameOf({ namespace, serviceAccountName }: RequesterIdentity): string {
  return printable(`${namespace}/${serviceAccountName}`);
}

function sayOf({ pod, says }: Replica): string {
  return `pod ${printable(pod)} ${printable(says)}`;
}

function named(names: readonly string[]): string {
  return list([...new Set(names)]).join(", ");
}

function list(texts: readonly string[]): readonly string[] {
  const left = texts.length - mostNamed;
  return left > 0 ? [...texts.slice(0, mostNamed), `and ${left} more`] : texts;
}
