import { isObject, type JsonValue, textAt, valueAt } from "../../manifest/manifest.ts";
import type { PolicyReport } from "../../reporter/answer.ts";
import { timeMs } from "../managed-time.ts";

/** Where the reporter beside a signer answers with a {@link PolicyReport} (docs/signer-contract.md). */
export const reportPath = "/policy";

/** What a barrier takes from a report. */
export type SeenFile =
  | {
      readonly digest: NonNullable<PolicyReport["digest"]>;
      readonly sinceMs: number;
      readonly ageSeconds: number;
    }
  /** The end of a sentence that begins with the file's name. */
  | { readonly problem: string };

/** Undefined for what is no report. */
export function readReport(body: string): SeenFile | undefined {
  const value = parse(body);
  if (!isObject(value)) return undefined;
  if (value["digest"] === null) return { problem: textAt(value, "problem") ?? "is not there" };
  const digest = textAt(value, "digest");
  const sinceMs = timeMs(textAt(value, "since"));
  const ageSeconds = valueAt(value, "ageSeconds");
  if (digest === undefined || sinceMs === undefined || typeof ageSeconds !== "number") return undefined;
  return { digest, sinceMs, ageSeconds };
}

function parse(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
