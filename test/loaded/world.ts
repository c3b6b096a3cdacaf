import { OutsideError } from "../../src/errors.ts";
import type { Observation, PodAnswer } from "../../src/loaded/observation.ts";
import type { WaitWorld } from "../../src/loaded/wait-loop.ts";
import {
  configMap,
  deployment,
  digestOf,
  iso,
  lease,
  type Method,
  noonMs,
  pod,
  policyText,
} from "./samples.ts";

/** One schedule: what people and machines do while a barrier waits. Times in seconds after the sync has applied the policy. */
export interface Schedule {
  readonly seed: number;
  readonly method: Exclude<Method, "rollout" | "status">;
  readonly propagation: number;
  readonly pollInterval: number;
  /** When the barrier begins to look. */
  readonly barrierAt: number;
  /** Edits of the policy after the first: the last one of them grants everything. */
  readonly edits: readonly {
    readonly at: number;
    readonly what: "annotations" | "other data" | "revoke and grant";
  }[];
  readonly replicas: readonly Replica[];
  /** While these last, the API server answers nobody. */
  readonly outages: readonly { readonly at: number; readonly seconds: number }[];
}

export interface Replica {
  /** Negative for those that ran before. */
  readonly createdAt: number;
  readonly deletedAt: number | undefined;
  /** Seconds that the node's clock is ahead. */
  readonly skew: number;
  /** `exit`: sees a change and exits to be restarted, as pod-cert-signer does. */
  readonly onChange: "reload" | "exit";
  readonly crashesAt: readonly number[];
  readonly reporterCrashesAt: readonly number[];
  /** The kubelet does nothing and renews nothing. */
  readonly kubeletAway: { readonly at: number; readonly seconds: number } | undefined;
}

const stepMs = 500;
const leaseSeconds = 10;

interface Version {
  readonly sinceMs: number;
  readonly text: string;
  readonly isGranting: boolean;
}

/** A pod as it really is, whatever the API says of it. */
class SimulatedPod {
  readonly name: string;
  readonly replica: Replica;
  /** The volume holds the policy as it was then. */
  #volumeOfMs: number | undefined;
  #nextSyncMs = 0;
  #nextPollMs = 0;
  #restartMs: number | undefined;
  #reporterSees: { readonly text: string; readonly sinceMs: number } | undefined;
  startedMs: number | undefined;
  loaded: Version | undefined;
  renewedMs: number;

  constructor(name: string, replica: Replica, atMs: number) {
    this.name = name;
    this.replica = replica;
    this.renewedMs = atMs;
    this.#restartMs = Math.max(atMs, replica.createdAt * 1000) + 3000;
  }

  isThere(nowMs: number): boolean {
    const { createdAt, deletedAt } = this.replica;
    return nowMs >= createdAt * 1000 && (deletedAt === undefined || nowMs < (deletedAt + 20) * 1000);
  }

  step(nowMs: number, world: SimulatedWorld): void {
    if (!this.isThere(nowMs)) {
      this.loaded = undefined;
      return;
    }
    if (!this.#isKubeletAway(nowMs) && !world.isOut(nowMs)) this.#sync(nowMs, world);
    const { crashesAt, reporterCrashesAt } = this.replica;
    if (crashesAt.some((at) => within(at, nowMs))) this.#stop(nowMs, world.random() * 20_000);
    if (reporterCrashesAt.some((at) => within(at, nowMs))) this.#reporterSees = undefined;
    if (this.#restartMs !== undefined && nowMs >= this.#restartMs && this.#volumeOfMs !== undefined) {
      this.#restartMs = undefined;
      this.startedMs = nowMs;
      this.loaded = world.versionAt(this.#volumeOfMs);
      this.#nextPollMs = nowMs + world.random() * world.schedule.pollInterval * 1000;
      // The kubelet looks after a pod whose container has just been started.
      if (world.random() < 0.5) this.#nextSyncMs = nowMs + world.random() * 4000;
    }
    if (this.loaded !== undefined && nowMs >= this.#nextPollMs) this.#poll(nowMs, world);
    this.#report(nowMs, world);
  }

  /** Mounts, and later brings what the API server had up to half of the bound ago. */
  #sync(nowMs: number, world: SimulatedWorld): void {
    const half = world.schedule.propagation * 500;
    if (nowMs - this.renewedMs >= leaseSeconds * 1000) this.renewedMs = nowMs;
    if (this.#volumeOfMs === undefined) {
      this.#volumeOfMs = nowMs;
    } else if (nowMs >= this.#nextSyncMs) {
      this.#volumeOfMs = Math.max(this.#volumeOfMs, nowMs - world.extreme() * (half - 2 * stepMs));
    } else {
      return;
    }
    this.#nextSyncMs = nowMs + world.extreme() * half;
  }

  #poll(nowMs: number, world: SimulatedWorld): void {
    this.#nextPollMs = nowMs + world.schedule.pollInterval * 1000 - stepMs;
    const there = world.versionAt(this.#volumeOfMs ?? nowMs);
    if (there.text === this.loaded?.text) return;
    if (this.replica.onChange === "reload") this.loaded = there;
    else this.#stop(nowMs, world.random() * 15_000);
  }

  #stop(nowMs: number, pauseMs: number): void {
    this.loaded = undefined;
    this.#restartMs = nowMs + pauseMs;
  }

  #report(nowMs: number, world: SimulatedWorld): void {
    if (this.#volumeOfMs === undefined || nowMs % 2000 !== 0) return;
    const { text } = world.versionAt(this.#volumeOfMs);
    if (this.#reporterSees?.text !== text) this.#reporterSees = { text, sinceMs: nowMs };
  }

  #isKubeletAway(nowMs: number): boolean {
    const away = this.replica.kubeletAway;
    return away !== undefined && nowMs >= away.at * 1000 && nowMs < (away.at + away.seconds) * 1000;
  }

  answer(nowMs: number, { method }: Schedule): PodAnswer {
    const refused = { answered: false, because: "ECONNREFUSED" } as const;
    if (method === "report") {
      const seen = this.#reporterSees;
      if (seen === undefined) return refused;
      const since = iso(noonMs + seen.sinceMs + this.replica.skew * 1000);
      const ageSeconds = (nowMs - seen.sinceMs) / 1000;
      return ok(JSON.stringify({ digest: digestOf(seen.text), since, ageSeconds }));
    }
    if (this.loaded === undefined) return refused;
    const digest = digestOf(this.loaded.text);
    return ok(method === "http" ? `${digest}\n` : `signer_policy_info{sha256="${digest}"} 1\n`);
  }
}

function ok(body: string): PodAnswer {
  return { answered: true, status: 200, body };
}

function within(seconds: number, nowMs: number): boolean {
  return nowMs >= seconds * 1000 && nowMs < seconds * 1000 + stepMs;
}

/**
 * Signers, kubelets and an API server that behave as the schedule says, in a time of their own. `harm` looks ahead: whether
 * any signer answers from a policy without the grants from now on.
 */
export class SimulatedWorld implements WaitWorld {
  readonly schedule: Schedule;
  #nowMs: number;
  /** Nobody changes the policy after this. */
  #frozenMs = Number.POSITIVE_INFINITY;
  readonly #pods: readonly SimulatedPod[];
  readonly #versions: readonly Version[];
  readonly #startMs: number;
  #seed: number;

  constructor(schedule: Schedule) {
    this.schedule = schedule;
    this.#seed = schedule.seed;
    this.#versions = versionsOf(schedule);
    this.#nowMs = -300_000;
    this.#pods = schedule.replicas.map(
      (replica, index) => new SimulatedPod(`signer-${index}`, replica, this.#nowMs),
    );
    this.#startMs = schedule.barrierAt * 1000;
    this.#runUntil(this.#startMs);
  }

  /** mulberry32 */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** As often the most there can be as something in between: what is rare in life is what a bound is for. */
  extreme(): number {
    return this.random() < 0.5 ? 1 : this.random();
  }

  nowMs(): number {
    return this.#nowMs - this.#startMs;
  }

  /** Seconds after the policy was applied. */
  nowSeconds(): number {
    return this.#nowMs / 1000;
  }

  sleep(ms: number): Promise<void> {
    this.#runUntil(this.#nowMs + Math.max(ms, 1));
    return Promise.resolve();
  }

  isEnding(): boolean {
    return false;
  }

  tell(): Promise<void> {
    return Promise.resolve();
  }

  isOut(nowMs: number): boolean {
    return this.schedule.outages.some(
      ({ at, seconds }) => nowMs >= at * 1000 && nowMs < (at + seconds) * 1000,
    );
  }

  /** The policy as the API server had it then. */
  versionAt(atMs: number): Version {
    const lastMs = Math.min(atMs, this.#frozenMs);
    return this.#versions.findLast(({ sinceMs }) => sinceMs <= lastMs) as Version;
  }

  look(): Promise<Observation> {
    if (this.isOut(this.#nowMs) || this.random() < 0.02) {
      return Promise.reject(new OutsideError("the API server gave no answer (ECONNREFUSED)"));
    }
    const { text, sinceMs } = this.versionAt(this.#nowMs);
    const annotated = this.schedule.edits
      .filter(({ at, what }) => what === "annotations" && at * 1000 <= this.#nowMs)
      .map(({ at }) => at * 1000);
    const pods = this.#pods.filter((one) => one.isThere(this.#nowMs));
    return Promise.resolve({
      nowMs: noonMs + Math.floor(this.#nowMs / 1000) * 1000,
      policies: [
        configMap({
          text,
          changedMs: noonMs + sinceMs,
          ...(annotated.length === 0 ? {} : { annotatedMs: noonMs + (annotated.at(-1) ?? 0) }),
        }),
      ],
      workload: deployment(),
      pods: pods.map(({ loaded, name, replica, startedMs }) =>
        pod({
          name,
          node: `node-${name}`,
          ready: loaded !== undefined,
          startedMs: noonMs + (startedMs ?? 0) + replica.skew * 1000,
          terminating: replica.deletedAt !== undefined && this.#nowMs >= replica.deletedAt * 1000,
        }),
      ),
      leases: new Map(
        pods.map(({ name, renewedMs, replica }) => [
          `node-${name}`,
          lease(noonMs + renewedMs, replica.skew * 1000),
        ]),
      ),
      answers: new Map(pods.map((one) => [`uid-${one.name}`, one.answer(this.#nowMs, this.schedule)])),
    });
  }

  /** The first signer that answers without the grants within that time, if nobody changes the policy any more. */
  harm(seconds: number): string | undefined {
    const openMs = this.#nowMs;
    this.#frozenMs = openMs;
    for (; this.#nowMs < openMs + seconds * 1000; this.#step()) {
      const found = this.#pods.find(({ loaded }) => loaded !== undefined && !loaded.isGranting);
      if (found !== undefined) {
        return `${found.name} answers without the grants, ${(this.#nowMs - openMs) / 1000} s after the barrier opened`;
      }
    }
    return undefined;
  }

  #runUntil(ms: number): void {
    while (this.#nowMs < ms) this.#step();
  }

  #step(): void {
    this.#nowMs += stepMs;
    for (const one of this.#pods) one.step(this.#nowMs, this);
  }
}

/** Every text is another one, and so has another digest. */
function versionsOf({ edits }: Schedule): readonly Version[] {
  const versions: Version[] = [
    { sinceMs: Number.NEGATIVE_INFINITY, text: policyText(["api"], "old"), isGranting: false },
    { sinceMs: 0, text: policyText(["api", "web"]), isGranting: true },
  ];
  for (const [index, { at, what }] of edits.entries()) {
    if (what === "annotations") continue;
    if (what === "revoke and grant") {
      versions.push({
        sinceMs: at * 1000,
        text: policyText(["api"], `revoked-${index}`),
        isGranting: false,
      });
    }
    const again = what === "revoke and grant" ? 15 : 0;
    versions.push({
      sinceMs: (at + again) * 1000,
      text: policyText(["api", "web"], `edited-${index}`),
      isGranting: true,
    });
  }
  return versions.sort((a, b) => a.sinceMs - b.sinceMs);
}
