import { bodyOf, compareDigest, digestObstacles } from "./digest-answer.ts";
import type { LoadedMethod } from "./loaded-method.ts";
import { readReport, reportPath } from "./report-answer.ts";

/**
 * The reporter in every signer pod sees the live policy, and the signer has read the file since: it was started after the
 * file changed, or its poll interval has passed. Both times are of the pod's own node, so no two clocks are compared. A
 * container that does not run counts by the same rule: its status may be older than the container.
 */
export const report: LoadedMethod<"report"> = {
  name: "report",
  request: ({ port }) => ({ port, path: reportPath, mostBytes: 16 * 1024 }),
  findObstacles: digestObstacles,
  judge(pod, situation, { pollInterval }) {
    const answer = bodyOf(pod, situation.observation.answers);
    if ("problem" in answer) return { isLoaded: false, says: `its reporter ${answer.problem}` };
    const seen = readReport(answer.body);
    if (seen === undefined) return { isLoaded: false, says: "its reporter answered what no reporter does" };
    if ("problem" in seen) return { isLoaded: false, says: `has no policy: its file ${seen.problem}` };
    const compared = compareDigest(seen.digest, situation);
    if (!compared.isLoaded) return compared;
    if (pod.container === undefined)
      return { isLoaded: false, says: "has no container of the signer's name" };
    const { startedMs } = pod.container;
    if (startedMs !== undefined && startedMs >= seen.sinceMs) {
      return { isLoaded: true, says: "was started since its file changed" };
    }
    if (seen.ageSeconds >= pollInterval) {
      return { isLoaded: true, says: `has had its file for ${Math.floor(seen.ageSeconds)} s` };
    }
    const left = Math.ceil(pollInterval - seen.ageSeconds);
    return { isLoaded: false, says: `has its file, and ${left} s left to poll it` };
  },
};
