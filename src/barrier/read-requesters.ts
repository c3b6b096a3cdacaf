import { UsageError } from "../errors.ts";
import { isObject, type JsonObject, type JsonValue, textAt } from "../manifest/manifest.ts";
import { quote } from "../quote.ts";
import type { RequesterIdentity } from "../requests/requester.ts";

/**
 * Reads what {@link requesterChunks} writes: every requester of all chunks. The lifetime is no part of it, since requesters
 * that a signer would refuse for theirs are not waited for.
 *
 * @throws UsageError for anything else: a barrier that read half a list would open too early.
 */
export function readRequesters(chunks: readonly string[], signerName: string): readonly RequesterIdentity[] {
  return chunks.flatMap((chunk) =>
    setsOf(chunk).flatMap((set) => {
      const { namespace, keyType, annotations = {}, serviceAccounts } = set;
      const isWhole =
        typeof namespace === "string" &&
        typeof keyType === "string" &&
        isObject(annotations) &&
        Object.values(annotations).every((value) => typeof value === "string") &&
        Array.isArray(serviceAccounts) &&
        serviceAccounts.length > 0;
      if (!isWhole) throw unreadable(JSON.stringify(set));
      return serviceAccounts.map((account: JsonValue) => {
        if (typeof account !== "string") throw unreadable(JSON.stringify(set));
        return {
          signerName,
          namespace,
          serviceAccountName: account,
          keyType,
          maxExpirationSeconds: undefined,
          userAnnotations: textsOf(annotations),
        };
      });
    }),
  );
}

function setsOf(chunk: string): readonly JsonObject[] {
  try {
    const value: JsonValue = JSON.parse(chunk);
    if (Array.isArray(value) && value.every(isObject)) return value;
  } catch {
    // Said below.
  }
  throw unreadable(chunk);
}

function textsOf(annotations: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(annotations).map((key) => [key, textAt(annotations, key) ?? ""]));
}

function unreadable(text: string): UsageError {
  return new UsageError(`--requesters takes lists of requesters, not ${quote(text)}`, {
    hint: 'such as [{"namespace":"web","keyType":"ECDSAP256","serviceAccounts":["front"]}]',
  });
}
