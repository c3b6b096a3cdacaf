import { appendTo } from "../append-to.ts";
import type { waitExitCodes } from "../barrier/wait-exit-codes.ts";
import type { Readiness } from "../config/config.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import type { History } from "./history.ts";
import { type LivePolicy, type MissingGrant, readLivePolicy } from "./live-policy.ts";
import type { AskingMethodName, LoadedMethod, Situation } from "./methods/loaded-method.ts";
import { loadedMethods } from "./methods/methods.ts";
import type { Observation } from "./observation.ts";
import type { Question } from "./question.ts";
import { readPod, type SignerPod } from "./read-pod.ts";

/** What one look says. */
export interface Decision {
  readonly state: "open" | "wait";
  /** What the barrier ends with if this is still so at its deadline; undefined where it opens. */
  readonly blame: Exclude<keyof typeof waitExitCodes, "forbidden"> | undefined;
  /** What is not so yet, or why it opens; a sentence each, without a trailing dot. Never empty. */
  readonly reasons: readonly string[];
  readonly replicas: readonly Replica[];
  /** The requesters that are not granted by what is loaded: all of them, or those that the live policy lacks. */
  readonly waiting: readonly RequesterIdentity[];
  /** When it can open at the earliest, by the API server's clock; undefined where nobody knows. */
  readonly notBeforeMs: number | undefined;
}

/** One pod of the signer, and what is known of it. */
export interface Replica {
  readonly pod: string;
  readonly isLoaded: boolean;
  readonly says: string;
}

/** The method of a signer. The table holds it under its own name, which the compiler cannot follow. */
export function loadedMethodOf({ method }: Readiness): LoadedMethod {
  return loadedMethods[method as AskingMethodName] as LoadedMethod;
}

/**
 * Whether the grants are loaded, by one observation and what earlier ones showed. Pure; nothing is opened where anything
 * is not known. `history` has to contain this observation already.
 */
export function decide(question: Question, observation: Observation, history: History): Decision {
  const policy = readLivePolicy(question, observation.policies);
  const all = { waiting: question.requesters, notBeforeMs: undefined };
  if (policy.problem !== undefined) {
    return { ...all, ...waits("grantMissing"), reasons: [policy.problem] };
  }
  if (policy.missing.length > 0) {
    const waiting = policy.missing.map(({ requester }) => requester);
    return { ...all, ...waits("grantMissing"), waiting, reasons: missingReasons(policy.missing) };
  }
  const { workload } = question.signer;
  if (workload !== undefined && observation.workload === undefined && !question.isSignerInSync) {
    const { kind, name, namespace } = workload;
    const reason = `the signer's workload ${kind}/${namespace}/${name} is neither in the cluster nor in this sync`;
    return { ...all, ...waits("signerNotFound"), reasons: [reason] };
  }
  return decideByMethod(situationOf(question, observation, history, policy));
}

function decideByMethod(situation: Situation): Decision {
  const { question, pods } = situation;
  const readiness = question.signer.readiness as never;
  const method = loadedMethodOf(question.signer.readiness);
  const obstacles = method.findObstacles?.(situation, readiness) ?? [];
  const replicas = pods.map((pod): Replica => ({ pod: pod.name, ...judge(pod, situation, method) }));
  if (obstacles.length === 0 && replicas.every(({ isLoaded }) => isLoaded)) {
    const reasons = [openReason(situation)];
    return { state: "open", blame: undefined, reasons, replicas, waiting: [], notBeforeMs: undefined };
  }
  const behind = replicas.filter(({ isLoaded }) => !isLoaded).length;
  const reasons = obstacles.map(({ says }) => says);
  if (behind > 0) reasons.push(`${behind} of ${replicas.length} signer pods have not loaded it`);
  const times = obstacles.map(({ untilMs }) => untilMs).filter((time) => time !== undefined);
  return {
    ...waits("deadline"),
    reasons,
    replicas,
    waiting: question.requesters,
    notBeforeMs: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
  };
}

/** A pod on no node has nothing mounted and runs nothing: it starts with what is there when it does. */
function judge(pod: SignerPod, situation: Situation, method: LoadedMethod) {
  const readiness = situation.question.signer.readiness as never;
  if (pod.node === "" && method.judge !== undefined) {
    return (
      method.judgeUnscheduled?.(pod, situation) ?? {
        isLoaded: true,
        says: "is on no node yet, and cannot deny",
      }
    );
  }
  return method.judge?.(pod, situation, readiness) ?? { isLoaded: true, says: "is not asked by this method" };
}

function situationOf(
  question: Question,
  observation: Observation,
  history: History,
  policy: LivePolicy,
): Situation {
  const { workload } = question.signer;
  const pods = observation.pods
    .map((pod) => readPod(pod, workload?.container))
    .filter(({ isOver }) => !isOver);
  const isNobodyThere = workload !== undefined && pods.length === 0;
  return { question, policy, observation, history, workload: observation.workload, pods, isNobodyThere };
}

function openReason({ isNobodyThere, pods, question }: Situation): string {
  if (isNobodyThere) return "the live policy has every grant and the signer has no pod, so nobody can deny";
  if (pods.length === 0) return "the live policy has every grant and counts as loaded";
  const every = pods.length === 1 ? "the signer's only pod has" : `all ${pods.length} signer pods have`;
  return `${every} loaded the live policy, by method ${question.signer.readiness.method}`;
}

function waits(blame: NonNullable<Decision["blame"]>) {
  return { state: "wait", blame, replicas: [] } as const;
}

/** Requesters of one reason are told together; the first of them stands for the others. */
function missingReasons(missing: readonly MissingGrant[]): readonly string[] {
  const byReason = new Map<string, MissingGrant[]>();
  for (const one of missing) appendTo(byReason, one.reason, one);
  return [...byReason].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return `the live policy would deny ${first?.requester.namespace}/${first?.requester.serviceAccountName} with ${reason} (${first?.detail})${more}`;
  });
}
