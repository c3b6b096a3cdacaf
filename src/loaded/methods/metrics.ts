import { bodyOf, compareDigest, digestObstacles, isDigest } from "./digest-answer.ts";
import type { LoadedMethod } from "./loaded-method.ts";
import { shownLabels } from "./prometheus-text.ts";

/** Every signer pod shows the digest of the live policy, and no other, in a label of a metric that is not zero. */
export const metrics: LoadedMethod<"metrics"> = {
  name: "metrics",
  request: ({ path, port }) => ({ port, path, mostBytes: 4 * 1024 * 1024 }),
  findObstacles: digestObstacles,
  judge(pod, situation, { label, metric }) {
    const answer = bodyOf(pod, situation.observation.answers);
    if ("problem" in answer) return { isLoaded: false, says: answer.problem };
    const shown = [...new Set(shownLabels(answer.body, metric, label))];
    const [told, ...others] = shown;
    if (told === undefined) return { isLoaded: false, says: `shows no metric ${metric} with label ${label}` };
    if (others.length > 0) {
      return { isLoaded: false, says: `shows ${shown.length} different policies in ${metric}` };
    }
    if (!isDigest(told)) {
      return { isLoaded: false, says: `shows no SHA-256 digest in label ${label} of ${metric}` };
    }
    return compareDigest(told, situation);
  },
};
