import { isObject, type JsonObject, type JsonValue } from "../manifest/manifest.ts";
import type { Requester } from "./requester.ts";

/** The fields of a certificate source that a signer gets to see. */
export type SourceFields = Pick<
  Requester,
  "signerName" | "keyType" | "maxExpirationSeconds" | "userAnnotations"
>;

export type SourceReading =
  | { readonly read: true; readonly fields: SourceFields }
  | { readonly read: false; readonly problem: string };

/**
 * Reads a `podCertificate` block (core/v1 `PodCertificateProjection`, Kubernetes 1.37) as far as signers look at it.
 * What the API server would not even decode, or refuse for a missing name, is a problem; its finer rules are its own.
 */
export function readSource(request: JsonObject): SourceReading {
  const { signerName, keyType, maxExpirationSeconds, userAnnotations } = request;
  if (typeof signerName !== "string" || signerName === "") return broken("signerName must be a string");
  if (typeof keyType !== "string" || keyType === "") return broken("keyType must be a string");
  if (!isMissing(maxExpirationSeconds) && !Number.isInteger(maxExpirationSeconds)) {
    return broken("maxExpirationSeconds must be a whole number");
  }
  const annotations = readAnnotations(userAnnotations);
  if (annotations === undefined) return broken("userAnnotations must be a mapping of strings");
  return {
    read: true,
    fields: {
      signerName,
      keyType,
      maxExpirationSeconds: typeof maxExpirationSeconds === "number" ? maxExpirationSeconds : undefined,
      userAnnotations: annotations,
    },
  };
}

function readAnnotations(value: JsonValue | undefined): Readonly<Record<string, string>> | undefined {
  const annotations: Record<string, string> = Object.create(null);
  if (isMissing(value)) return annotations;
  if (!isObject(value)) return undefined;
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") return undefined;
    annotations[key] = text;
  }
  return annotations;
}

function isMissing(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function broken(problem: string): SourceReading {
  return { read: false, problem };
}
