import type { Severity } from "../findings/finding.ts";
import type { ReportedFinding } from "../findings/report-finding.ts";
import { reaches } from "../findings/severity.ts";
import { boundedLines } from "./bounded-lines.ts";
import type { OutputStream } from "./context.ts";
import { finalLine } from "./final-line.ts";

/**
 * One line for each finding at or above `least`, the worst last, as many as anybody reads. Written at once, so that lines
 * of several processes do not mix.
 *
 * @param findings the worst first.
 */
export async function tellFindings(
  stderr: OutputStream,
  findings: readonly ReportedFinding[],
  options: { readonly application: string; readonly least: Severity },
): Promise<void> {
  const told = findings.filter(({ severity }) => reaches(severity, options.least));
  const { application } = options;
  const lines = told.map((found) => findingLine(found, application));
  const more = (count: number) =>
    finalLine({ message: `… and ${count} more: grantwave plan -o json lists them`, application });
  if (lines.length > 0) await stderr.write(boundedLines(lines, more));
}

function findingLine(found: ReportedFinding, application: string): string {
  const { code, hint, message, refs, severity, source } = found;
  const what = `${severity} ${code}: ${message}`;
  return finalLine({ message: what, hint, application, source, ref: refs[0] });
}

/** What the renderers said beside the render: tool chatter and files that were passed over, a line each. */
export async function tellNotices(
  stderr: OutputStream,
  { notices = [] }: { readonly notices?: readonly string[] | undefined },
  options: { readonly application: { readonly name: string }; readonly logLevel: Severity },
): Promise<void> {
  if (notices.length === 0 || options.logLevel !== "info") return;
  const application = options.application.name;
  const lines = notices.map((message) => finalLine({ message, application }));
  const more = (count: number) => finalLine({ message: `… and ${count} more notices`, application });
  await stderr.write(boundedLines(lines.reverse(), more));
}
