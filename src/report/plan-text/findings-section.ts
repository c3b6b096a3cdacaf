import { appendAll } from "../../append-all.ts";
import type { Severity } from "../../findings/finding.ts";
import { formatLocation } from "../../findings/location.ts";
import type { ReportedFinding } from "../../findings/report-finding.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, wrap } from "../text-layout.ts";
import { type TextOptions, titled } from "./section.ts";

const severities: readonly Severity[] = ["error", "warning", "info"];

const shownFindings = 20;

/** Every problem with its place and what to do next, the worst first. */
export function findingsSection(
  { findings }: Pick<PlanInput, "findings">,
  options: TextOptions,
): readonly string[] {
  if (findings.length === 0) return [];
  const lines = [...titled("Findings", tally(findings), options)];
  for (const finding of findings.slice(0, shownFindings)) appendAll(lines, drawFinding(finding, options));
  const left = findings.slice(shownFindings);
  if (left.length > 0) lines.push(`  and ${tally(left)} more (all of them with -o json)`);
  return lines;
}

function drawFinding(finding: ReportedFinding, { style, width }: TextOptions): readonly string[] {
  const colour = { error: style.bad, warning: style.caution, info: style.quiet }[finding.severity];
  const location = formatLocation(finding.source, finding.refs[0]);
  return [
    `  ${colour(`${finding.severity} ${finding.code}`)}`,
    ...wrap(location, width, "    ", "      ").map(style.quiet),
    ...wrap(finding.message, width, "    "),
    ...wrap(`→ ${finding.hint}`, width, "    ", "      "),
  ];
}

function tally(findings: readonly ReportedFinding[]): string {
  return severities
    .map((severity) => ({ severity, size: findings.filter((one) => one.severity === severity).length }))
    .filter(({ size }) => size > 0)
    .map(({ severity, size }) => (severity === "info" ? `${size} info` : count(size, severity)))
    .join(", ");
}
