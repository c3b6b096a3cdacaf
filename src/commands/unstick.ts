import { setTimeout as sleep } from "node:timers/promises";
import type { ApiConnection } from "../cluster/api-call.ts";
import { askPodByApi } from "../cluster/ask-pod-by-api.ts";
import { clusterReader } from "../cluster/cluster-reader.ts";
import { evictPod } from "../cluster/evict-pod.ts";
import { kubeconfigConnection } from "../cluster/kubeconfig.ts";
import type { SignerConfig } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { exitCodes, UsageError } from "../errors.ts";
import type { Sources } from "../loaded/look.ts";
import { serverClock } from "../loaded/server-clock.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { stuckFormatNames, stuckFormats } from "../report/stuck-formats.ts";
import type { StuckPods } from "../report/stuck-report.ts";
import { findStuck, type StuckPod } from "../stuck/find-stuck.ts";
import { type Eviction, freePods, type JudgedPod, tryEvictions } from "../stuck/free-pods.ts";
import { judgeGrant } from "../stuck/judge-grant.ts";
import { findOwner } from "../stuck/owner.ts";
import { readEvidence } from "../stuck/read-evidence.ts";
import { lookAtSigner, type SignerLook } from "../stuck/signer-look.ts";
import { looksByName } from "../stuck/signer-names.ts";
import { confirm } from "./confirm.ts";
import type { CommandContext } from "./context.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { stuckReport } from "./stuck-report.ts";
import { writeReports } from "./write-reports.ts";

const codes: { readonly [D in StuckPods["decision"]]: number } = {
  none: exitCodes.fine,
  freed: exitCodes.fine,
  stuck: exitCodes.findings,
  "cannot-decide": exitCodes.cannotDecide,
};

/** What a pod that does not answer costs a look. */
const podTimeoutSeconds = 5;

/**
 * `grantwave unstick [namespace]`: the pods that wait in vain for a certificate, and whether their successors would get it.
 * With `--evict` those go whose grant is loaded now, and no others.
 */
export async function unstick({ context, flags, subject = "" }: Invocation): Promise<number> {
  const { values } = resolveParameters(flags, context.env);
  const targets = readOutputs(values.output, stuckFormatNames, "text");
  if (values.evict && !values.yes && !context.stdinIsTerminal) {
    throw new UsageError("--evict asks before it evicts, and there is nobody to ask", {
      hint: "--yes evicts without asking",
    });
  }
  const { config } = await loadConfig({ named: values.config, root: context.cwd, cwd: context.cwd });
  const connection = await kubeconfigConnection(values.kubeconfig, values.context);
  const cluster = openCluster(connection, context);
  const evidence = await readEvidence(cluster.reader, subject);
  const found = findStuck(evidence.pods, evidence);
  const signers = found.length === 0 ? [] : config.signers;
  const looks = await lookAtAll(signers, cluster, values.evict ? context : undefined);
  const pods = await judgeAll(found, looksByName(looks), cluster);
  const report = (evictions: readonly Eviction[] | undefined) =>
    stuckReport(pods, evictions, { cluster: connection.where, namespace: subject, unread: evidence.unread });
  const evictions = values.evict
    ? await evictAll(pods, looks, { cluster, connection, context, report, isAsked: !values.yes })
    : undefined;
  const stuck = report(evictions);
  await writeReports(context, targets, (format, options) => stuckFormats[format](stuck, options));
  return codes[stuck.decision];
}

/** What is read of a cluster: signer pods by way of the API server, since a laptop is not on the pod network. */
function openCluster(connection: ApiConnection, { now, signal }: CommandContext): Sources {
  const clock = serverClock();
  const reader = clusterReader(connection, signal, ({ dateMs }) => {
    if (dateMs !== undefined) clock.note(dateMs, now());
  });
  return {
    reader,
    nowMs: () => clock.atMs(now()),
    askPod: ({ name, namespace }, { path, port }) =>
      askPodByApi(connection, {
        namespace,
        name,
        port,
        path,
        timeoutSeconds: podTimeoutSeconds,
        signal,
      }),
  };
}

/**
 * Looks at each signer; where something is going to be evicted, twice, as far apart as a barrier would want the answer to
 * hold.
 */
async function lookAtAll(
  signers: readonly SignerConfig[],
  cluster: Sources,
  patience: CommandContext | undefined,
): Promise<readonly SignerLook[]> {
  const first = await Promise.all(signers.map((signer) => lookAtSigner(signer, cluster)));
  if (patience === undefined || first.length === 0) return first;
  const seconds = signers.map(({ readiness }) => ("stableFor" in readiness ? readiness.stableFor : 0));
  const longest = seconds.reduce((a, b) => Math.max(a, b), 0);
  await sleep(longest * 1000, undefined, { signal: patience.signal });
  return Promise.all(first.map((before) => lookAtSigner(before.signer, cluster, before)));
}

async function judgeAll(
  found: readonly StuckPod[],
  looks: ReadonlyMap<string, SignerLook>,
  { reader }: Sources,
): Promise<readonly JudgedPod[]> {
  const pods: JudgedPod[] = [];
  for (const stuck of found) {
    pods.push({ stuck, owner: await findOwner(stuck.pod, reader), grant: judgeGrant(stuck, looks) });
  }
  return pods;
}

interface Going {
  readonly cluster: Sources;
  readonly connection: ApiConnection;
  readonly context: CommandContext;
  readonly report: (evictions: readonly Eviction[]) => StuckPods;
  /** Whether somebody has to say yes first. */
  readonly isAsked: boolean;
}

/** A dry run, the question, and then one eviction after the other. */
async function evictAll(
  pods: readonly JudgedPod[],
  looks: readonly SignerLook[],
  { cluster, connection, context, isAsked, report }: Going,
): Promise<readonly Eviction[]> {
  const { signal } = context;
  const tried = await tryEvictions(pods, (pod) => evictPod(connection, pod, { dryRun: true, signal }));
  const possible = tried.filter(({ state }) => state === "possible").length;
  if (possible === 0) return tried;
  if (isAsked) {
    await context.stderr.write(stuckFormats.text(report(tried)));
    const question = `Evict ${possible === 1 ? "this pod" : `these ${possible} pods`}?`;
    if (!(await confirm(context, question))) return tried;
  }
  let last = looks;
  return freePods(pods, {
    evict: (pod) => evictPod(connection, pod, { dryRun: false, signal }),
    async judgeAgain(stuck) {
      last = await Promise.all(last.map((before) => lookAtSigner(before.signer, cluster, before)));
      return judgeGrant(stuck, looksByName(last));
    },
  });
}
