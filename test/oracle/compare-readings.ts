import { severityOf } from "../../src/findings/severity.ts";
import { readStream } from "../manifest/render-of.ts";
import { expandLists, goJson } from "./go-json.ts";
import type { GoReading } from "./go-reader.ts";

/** What may become of a stream; of the last two there must be none. */
export type Verdict =
  | { readonly is: "equal" | "both refuse" }
  /** Argo CD would take it: each reason has to be a good one. */
  | { readonly is: "only we refuse"; readonly why: string }
  | { readonly is: "only Go refuses"; readonly why: string }
  | { readonly is: "different"; readonly why: string };

/** Errors about objects that were read. */
const readAllTheSame: ReadonlySet<string> = new Set(["annotation-not-string", "unexpected-field"]);

/** Compares our reading of a stream with Argo CD's. */
export function compareReadings(stream: string, go: GoReading): Verdict {
  const { manifests, findings } = readStream(stream);
  const refusal = findings.find(
    (found) => severityOf(found, {}) === "error" && !readAllTheSame.has(found.code),
  );
  if (refusal !== undefined) {
    if ("refused" in go) return { is: "both refuse" };
    const args = refusal.args as { readonly detail?: string; readonly found?: string };
    return { is: "only we refuse", why: `${refusal.code}: ${args.detail ?? args.found ?? ""}` };
  }
  if ("refused" in go) return { is: "only Go refuses", why: `${go.by}: ${go.refused}` };
  const ours = manifests.map(({ value }) => goJson(value));
  const theirs = expandLists(go.objects);
  if (ours.length === theirs.length && ours.every((text, i) => text === theirs[i])) return { is: "equal" };
  return { is: "different", why: `Go reads ${theirs.join("\n")}\nwe read ${ours.join("\n")}` };
}
