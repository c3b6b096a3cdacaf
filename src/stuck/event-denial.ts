import { type JsonObject, textAt } from "../manifest/manifest.ts";
import type { Denial } from "./denial.ts";
import type { WaitingPod } from "./waiting-pod.ts";

/**
 * What the kubelet's events say of a pod, once its requests are gone: that it was `Denied`, by the event's own reason, and
 * on each try to mount the volume that this is permanent. The text of the first kind is broken in Kubernetes 1.35 to 1.37
 * (`NoGrant%!(EXTRA string=…`, `pkg/kubelet/podcertificate/podcertificatemanager.go` calls `Eventf` without a format), so
 * it is only searched for the signer's reason. `Failed` alone means nothing: images that cannot be pulled say it too.
 *
 * @param events of the pod's namespace, about anything.
 * @param sinceMs events that were not seen again after this are those of a kubelet that has asked anew since.
 */
export function eventDenial(
  pod: WaitingPod,
  events: readonly JsonObject[],
  sinceMs: number,
): Denial | undefined {
  const own = events.filter(
    (event) => textAt(event, "involvedObject", "uid") === pod.uid && lastTimeOf(event) > sinceMs,
  );
  const finals = own.flatMap((event) => readEvent(event) ?? []);
  const [first] = finals.toSorted((a, b) => a.sinceMs - b.sinceMs);
  if (first === undefined) return undefined;
  const told = finals.find(({ reason }) => reason !== undefined);
  return {
    type: first.type,
    reason: told?.reason,
    message: told?.message,
    sinceMs: first.sinceMs,
    evidence: "event",
    certificates: pod.certificates,
  };
}

type Final = Pick<Denial, "type" | "reason" | "message" | "sinceMs">;

function readEvent(event: JsonObject): Final | undefined {
  const text = textAt(event, "message") ?? "";
  const type = typeOf(textAt(event, "reason"), text);
  if (type === undefined) return undefined;
  return { type, reason: quoted(text, "reason"), message: quoted(text, "message"), sinceMs: timeOf(event) };
}

function typeOf(reason: string | undefined, text: string): Denial["type"] | undefined {
  if (reason === "Denied") return "Denied";
  if (reason !== "FailedMount") return undefined;
  if (text.includes("PodCertificateRequest was permanently denied")) return "Denied";
  return text.includes("PodCertificateRequest was permanently failed") ? "Failed" : undefined;
}

/** A field that Go printed with `%q`: `reason="NoGrant"`. */
function quoted(text: string, field: string): string | undefined {
  const literal = new RegExp(`\\b${field}=("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
  if (literal === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    // Go escapes what JSON does not know, such as \x00.
    return literal.slice(1, -1);
  }
}

/** Events that repeat keep the time of the first, and note that of the last. */
function lastTimeOf(event: JsonObject): number {
  const text = textAt(event, "series", "lastObservedTime") ?? textAt(event, "lastTimestamp");
  return text === undefined ? timeOf(event) : Date.parse(text);
}

/** Newer clients write `eventTime` alone. */
function timeOf(event: JsonObject): number {
  const text =
    textAt(event, "firstTimestamp") ??
    textAt(event, "eventTime") ??
    textAt(event, "metadata", "creationTimestamp");
  return Date.parse(text ?? "");
}
