import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";
import { compareText } from "../manifest/object-ref.ts";
import type { RequesterIdentity } from "../requests/requester.ts";
import type { Denial } from "./denial.ts";
import type { WaitingPod } from "./waiting-pod.ts";

/**
 * What the PodCertificateRequests of a pod say. The kubelet makes one for each certificate source, and asks anew only when
 * it has lost its state (a restart), so of those that ask for the same the newest one counts: a denial that was followed by
 * another request is over.
 *
 * @param requests of the pod's namespace, of any pod.
 */
export function requestDenial(pod: WaitingPod, requests: readonly JsonObject[]): Denial | undefined {
  const newest = new Map<string, JsonObject>();
  for (const request of requests.filter((one) => textAt(one, "spec", "podUID") === pod.uid)) {
    const key = askedKey(request);
    const other = newest.get(key);
    if (other === undefined || compareAge(other, request) < 0) newest.set(key, request);
  }
  const denials = [...newest.values()].flatMap((request) => readDenial(pod, request) ?? []);
  return denials.sort((a, b) => a.sinceMs - b.sinceMs)[0];
}

function readDenial(pod: WaitingPod, request: JsonObject): Denial | undefined {
  const condition = finalCondition(request);
  const type = textAt(condition, "type");
  if (condition === undefined || (type !== "Denied" && type !== "Failed")) return undefined;
  const certificates = pod.certificates.filter((certificate) => isAskedBy(certificate, request));
  return {
    type,
    reason: textAt(condition, "reason"),
    message: textAt(condition, "message"),
    sinceMs: Date.parse(
      textAt(condition, "lastTransitionTime") ?? textAt(request, "metadata", "creationTimestamp") ?? "",
    ),
    evidence: "request",
    certificates: certificates.length === 0 ? pod.certificates : certificates,
  };
}

/** Its status holds one condition, and never changes once that is there (certificates/v1 `PodCertificateRequestStatus`). */
function finalCondition(request: JsonObject): JsonObject | undefined {
  const conditions = valueAt(request, "status", "conditions");
  return Array.isArray(conditions)
    ? conditions.filter(isObject).find((condition) => condition["status"] === "True")
    : undefined;
}

function askedKey(request: JsonObject): string {
  const { signerName, annotations } = askedOf(request);
  const expiration = valueAt(request, "spec", "maxExpirationSeconds");
  return JSON.stringify([signerName, annotations, expiration ?? null]);
}

function isAskedBy(certificate: RequesterIdentity, request: JsonObject): boolean {
  const { signerName, annotations } = askedOf(request);
  return signerName === certificate.signerName && annotations === textOf(certificate.userAnnotations);
}

function askedOf(request: JsonObject): { readonly signerName: string; readonly annotations: string } {
  const annotations = valueAt(request, "spec", "unverifiedUserAnnotations");
  return {
    signerName: textAt(request, "spec", "signerName") ?? "",
    annotations: textOf(isObject(annotations) ? annotations : {}),
  };
}

function textOf(annotations: Readonly<Record<string, JsonValue | undefined>>): string {
  return JSON.stringify(Object.entries(annotations).sort(([a], [b]) => compareText(a, b)));
}

/** Two of one second are told apart by their resource versions, which grow (kubernetes 1.35 and later compare them). */
function compareAge(a: JsonObject, b: JsonObject): number {
  const age = compareText(
    textAt(a, "metadata", "creationTimestamp") ?? "",
    textAt(b, "metadata", "creationTimestamp") ?? "",
  );
  return age === 0 ? versionOf(a) - versionOf(b) : age;
}

function versionOf(request: JsonObject): number {
  return Number(textAt(request, "metadata", "resourceVersion") ?? 0);
}
