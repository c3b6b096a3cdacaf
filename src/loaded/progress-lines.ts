import { printable } from "../findings/printable.ts";
import type { Progress } from "./wait-loop.ts";

const heartbeatSeconds = 30;
/** Of one kind, in one go. */
const mostReplicas = 20;

/** Gives the lines that tell people what has changed, and one every 30 s where nothing has. */
export function progressLines(timeoutSeconds: number): (progress: Progress) => readonly string[] {
  let told = "";
  let toldReplicas = new Map<string, string>();
  let toldAtSeconds = 0;
  return (progress) => {
    const sentence = sentenceOf(progress);
    const replicas = progress.decision?.replicas ?? [];
    const changed = replicas.filter(({ pod, says }) => toldReplicas.get(pod) !== timeless(says));
    const isNews = timeless(sentence) !== told || changed.length > 0;
    if (!isNews && progress.seconds - toldAtSeconds < heartbeatSeconds) return [];
    told = timeless(sentence);
    toldReplicas = new Map(replicas.map(({ pod, says }) => [pod, timeless(says)]));
    toldAtSeconds = progress.seconds;
    const left = changed.length - mostReplicas;
    return [
      `grantwave: ${progress.seconds} s of ${timeoutSeconds} s: ${printable(sentence)}`,
      ...changed.slice(0, mostReplicas).map(({ pod, says }) => `  pod ${printable(pod)} ${printable(says)}`),
      ...(left > 0 ? [`  … and ${left} more pods`] : []),
    ];
  };
}

function sentenceOf({ decision, failure }: Progress): string {
  if (failure !== undefined) return `looking again, since ${failure}`;
  const reasons = (decision?.reasons ?? []).join("; ");
  return decision?.state === "open" ? `everything is loaded: ${reasons}` : reasons;
}

/** Seconds that count down are no news. */
function timeless(text: string): string {
  return text.replaceAll(/\d+ s\b/g, "… s");
}
