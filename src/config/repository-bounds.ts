import { parseDurationSeconds } from "../duration.ts";
import { type JsonValue, valueAt } from "../manifest/manifest.ts";
import type { ConfigIssue } from "./issue-words.ts";

/** Where whatever a file of the repository may not say belongs. */
export const operatorFiles =
  "/etc/grantwave/grantwave.yaml or the file that --config or GRANTWAVE_CONFIG names";

/** One field of `readiness`, and how far a file of the repository may go, in seconds. */
interface Bound {
  readonly field: string;
  readonly least?: number;
  readonly greatest?: number;
}

/**
 * What a barrier promises rests on these times, and whoever may write to a repository need not be the one who answers
 * for the cluster. The kubelet looks at ConfigMaps once a minute (`syncFrequency`, kubelet v1 configuration), so less
 * `propagation` is no bound; a poll interval or a stability window of nothing is none either. A barrier that may wait
 * for days holds up every later commit for as long.
 */
const bounds: readonly Bound[] = [
  { field: "propagation", least: 60 },
  { field: "pollInterval", least: 5 },
  { field: "stableFor", least: 1 },
  { field: "timeout", greatest: 3600 },
];

/** Everything in `signers` by which a file of the repository would weaken a barrier. */
export function findWeakReadiness(config: JsonValue): readonly ConfigIssue[] {
  const signers = valueAt(config, "signers");
  if (!Array.isArray(signers)) return [];
  return signers.flatMap((signer: JsonValue, index) => [
    ...bounds.flatMap((bound) => outOfBound(signer, index, bound)),
    ...acceptedReplicas(signer, index),
  ]);
}

function outOfBound(
  signer: JsonValue,
  index: number,
  { field, least, greatest }: Bound,
): readonly ConfigIssue[] {
  const text = valueAt(signer, "readiness", field);
  const seconds = typeof text === "string" ? parseDurationSeconds(text) : undefined;
  if (seconds === undefined) return [];
  const isLow = least !== undefined && seconds < least;
  const isHigh = greatest !== undefined && seconds > greatest;
  if (!isLow && !isHigh) return [];
  const words = isLow
    ? `must be at least ${least}s in a file of the repository: less belongs into ${operatorFiles}`
    : `must be at most ${greatest}s in a file of the repository: more belongs into ${operatorFiles}`;
  return [{ path: ["signers", index, "readiness", field], at: "value", words }];
}

/** To take the word of one replica for all is a risk that the operator takes or does not. */
function acceptedReplicas(signer: JsonValue, index: number): readonly ConfigIssue[] {
  if (valueAt(signer, "readiness", "canary", "replicas") !== "accepted") return [];
  const words = `may not be accepted by a file of the repository: it belongs into ${operatorFiles}`;
  return [{ path: ["signers", index, "readiness", "canary", "replicas"], at: "value", words }];
}
