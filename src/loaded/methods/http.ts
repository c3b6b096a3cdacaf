import { quote } from "../../quote.ts";
import { bodyOf, compareDigest, digestObstacles, isDigest } from "./digest-answer.ts";
import type { LoadedMethod } from "./loaded-method.ts";

/** Every signer pod answers with the digest of the live policy: 64 hexadecimal digits, blanks around them do not count. */
export const http: LoadedMethod<"http"> = {
  name: "http",
  request: ({ path, port }) => ({ port, path, mostBytes: 4096 }),
  findObstacles: digestObstacles,
  judge(pod, situation) {
    const answer = bodyOf(pod, situation.observation.answers);
    if ("problem" in answer) return { isLoaded: false, says: answer.problem };
    const told = answer.body.trim();
    if (!isDigest(told)) return { isLoaded: false, says: `answered no SHA-256 digest, but ${quote(told)}` };
    return compareDigest(told, situation);
  },
};
