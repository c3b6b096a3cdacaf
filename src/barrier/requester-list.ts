import { compareText } from "../manifest/object-ref.ts";
import type { Requester } from "../requests/requester.ts";

/**
 * Requesters as `grantwave wait` reads them: those that differ in their service account only are told together. JSON,
 * keys as written here; `annotations` are the user annotations of the certificate source, left out where there are none.
 */
export interface RequesterSet {
  readonly namespace: string;
  readonly keyType: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly serviceAccounts: readonly string[];
}

/** What a signer looks at in a requester. */
export interface DistinctRequester {
  readonly namespace: string;
  readonly keyType: string;
  /** JSON of the annotations, keys sorted; `""` where there are none. */
  readonly annotations: string;
  readonly serviceAccount: string;
}

/** All that makes two requests different ones, as text: what the signer looks at, and how long the certificate may live. */
export function requestKey(requester: Requester): string {
  return JSON.stringify([
    requester.namespace,
    requester.serviceAccountName,
    requester.keyType,
    requester.maxExpirationSeconds ?? null,
    annotationText(requester.userAnnotations),
  ]);
}

/** What the signer looks at, each combination once, sorted; the same for any order of the requesters. */
export function distinctRequesters(requesters: readonly Requester[]): readonly DistinctRequester[] {
  const entries = new Map<string, DistinctRequester>();
  for (const { namespace, serviceAccountName, keyType, userAnnotations } of requesters) {
    const annotations = annotationText(userAnnotations);
    const entry = { namespace, keyType, annotations, serviceAccount: serviceAccountName };
    entries.set(JSON.stringify([namespace, keyType, annotations, serviceAccountName]), entry);
  }
  return [...entries.values()].sort(compareEntries);
}

/** The entries as JSON texts of at most `limitBytes` each, as long as no single entry is larger than that. */
export function requesterChunks(
  entries: readonly DistinctRequester[],
  limitBytes: number,
): readonly string[] {
  const chunks: string[] = [];
  let chunk: DistinctRequester[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = chunk.at(-1);
    const size = last !== undefined && sameSet(last, entry) ? accountBytes(entry) : setBytes(entry);
    if (chunk.length > 0 && bytes + size > limitBytes) {
      chunks.push(toJson(chunk));
      chunk = [];
      bytes = 0;
    }
    bytes += chunk.length === 0 ? setBytes(entry) : size;
    chunk.push(entry);
  }
  if (chunk.length > 0) chunks.push(toJson(chunk));
  return chunks;
}

function toJson(entries: readonly DistinctRequester[]): string {
  const sets: (RequesterSet & { readonly serviceAccounts: string[] })[] = [];
  let previous: DistinctRequester | undefined;
  for (const entry of entries) {
    const set = sets.at(-1);
    if (set !== undefined && previous !== undefined && sameSet(previous, entry)) {
      set.serviceAccounts.push(entry.serviceAccount);
    } else {
      sets.push({
        namespace: entry.namespace,
        keyType: entry.keyType,
        ...(entry.annotations === "" ? {} : { annotations: JSON.parse(entry.annotations) }),
        serviceAccounts: [entry.serviceAccount],
      });
    }
    previous = entry;
  }
  return JSON.stringify(sets);
}

function sameSet(a: DistinctRequester, b: DistinctRequester): boolean {
  return a.namespace === b.namespace && a.keyType === b.keyType && a.annotations === b.annotations;
}

/** Upper bounds of what an entry adds to the JSON, separators and brackets counted. */
function accountBytes(entry: DistinctRequester): number {
  return Buffer.byteLength(JSON.stringify(entry.serviceAccount)) + 1;
}

function setBytes(entry: DistinctRequester): number {
  const frame = '[{"namespace":,"keyType":,"annotations":,"serviceAccounts":[]},]'.length;
  const texts = [JSON.stringify(entry.namespace), JSON.stringify(entry.keyType), entry.annotations];
  return frame + texts.reduce((sum, text) => sum + Buffer.byteLength(text), accountBytes(entry));
}

function annotationText(annotations: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(annotations).sort(([a], [b]) => compareText(a, b));
  if (pairs.length === 0) return "";
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
}

function compareEntries(a: DistinctRequester, b: DistinctRequester): number {
  return (
    compareText(a.namespace, b.namespace) ||
    compareText(a.keyType, b.keyType) ||
    compareText(a.annotations, b.annotations) ||
    compareText(a.serviceAccount, b.serviceAccount)
  );
}
