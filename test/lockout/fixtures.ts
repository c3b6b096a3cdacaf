import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReportedFinding } from "../../src/findings/report-finding.ts";
import { reportFindings } from "../../src/findings/report-finding.ts";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { findDuplicates } from "../../src/manifest/duplicates.ts";
import type { Manifest } from "../../src/manifest/manifest.ts";
import { formatRef } from "../../src/manifest/object-ref.ts";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import { renderOf } from "../manifest/render-of.ts";

export const fixtures = join(import.meta.dirname, "fixtures");

/** A day on which the certificates of the fixtures are good. */
export const today = Date.UTC(2027, 0, 1);

/** The objects of a stream, as the commands about lockouts see them. */
export function objectsOf(text: string): readonly Manifest[] {
  const rendered = renderOf(text);
  const read = readManifests(rendered, splitDocuments(rendered).value, { destinationNamespace: "default" });
  return findDuplicates(read.value).value;
}

/** What is found in a stream, the worst first: `error lockout-own-pods ValidatingWebhookConfiguration/gate`. */
export function found(text: string): readonly string[] {
  return reportFindings(analyseLockouts(objectsOf(text), today).findings, {}).map(line);
}

function line({ code, refs, severity }: ReportedFinding): string {
  return [severity, code, ...refs.slice(0, 1).map(formatRef)].join(" ");
}

/** A file of manifests whose first comments say what has to be found in it: `# expect: …`, one a line. */
export function readFixture(...path: readonly string[]): {
  readonly text: string;
  readonly expected: readonly string[];
} {
  const text = readFileSync(join(fixtures, ...path), "utf8");
  return { text, expected: [...text.matchAll(/^# expect: (.+)$/gm)].map(([, words = ""]) => words) };
}
