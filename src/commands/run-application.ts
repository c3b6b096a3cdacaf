import type { BarrierGroup } from "../barrier/barrier.ts";
import type { Config } from "../config/config.ts";
import { type Finding, type FindingCode, finding } from "../findings/finding.ts";
import { type ReportedFinding, reportFindings } from "../findings/report-finding.ts";
import { isUnreadable, type SeverityOverrides } from "../findings/severity.ts";
import type { PipelineResult, Unreadable } from "../pipeline.ts";
import type { Rendered } from "../render/rendered.ts";
import { renderMeanwhile } from "./render-meanwhile.ts";
import type { RunRequest } from "./run-request.ts";

/** An application rendered and put in order. */
export interface Run {
  readonly rendered: Rendered;
  /** The configuration file that counted; undefined where there is none. */
  readonly configFile: string | undefined;
  /** Undefined where the input could not be read: the findings say why. */
  readonly result: PipelineResult | undefined;
  /** In mode off: what barriers would have guarded; empty otherwise. */
  readonly unguarded: readonly BarrierGroup[];
  /** All of them, with their words and severities, the worst first. */
  readonly findings: readonly ReportedFinding[];
}

/** Renders the application and runs the pipeline over it: what `generate` and `plan` have in common. */
export async function runApplication(request: RunRequest): Promise<Run> {
  const { application } = request;
  const [rendered, { config, configFile, runPipeline }] = await renderMeanwhile(request, () =>
    prepare(request),
  );
  const allowEmpty = request.allowEmpty || config.allowEmpty;
  const result = runPipeline({
    rendered,
    application,
    config,
    allowEmpty,
    onStage: request.deadline.check,
  });
  const findings = reportFindings(
    [...result.findings, ...guesses(request), ...sourcesAlike(request, result)],
    severities(request, config),
  );
  const run = { rendered, configFile, findings };
  if (!("output" in result)) return { ...run, result: undefined, unguarded: [] };
  if (request.mode !== "off") return { ...run, result, unguarded: [] };
  const unguarded = result.barriers.map(({ group }) => group);
  return { ...run, result: asItCame(result, rendered), unguarded };
}

/** Mode off: whatever was found out, the render goes out as it is. */
function asItCame(result: PipelineResult, { text }: Rendered): PipelineResult {
  return { ...result, moves: [], order: undefined, barriers: [], output: { text, edits: [] } };
}

/** Loads what is needed once the render is there. */
async function prepare(request: RunRequest) {
  const [{ loadConfig }, { runPipeline }] = await Promise.all([
    import("../config/load-config.ts"),
    import("../pipeline.ts"),
  ]);
  const { config, file: configFile } = await loadConfig(request.config);
  return { config, configFile, runPipeline };
}

/** True where the findings leave no result to print. */
export function isUnusable(findings: readonly ReportedFinding[]): boolean {
  return findings.some(({ code }) => isUnreadable(code));
}

function guesses({ application }: RunRequest): readonly Finding[] {
  return application.guessed.map((field) =>
    finding("application-guessed", {}, { field, value: application[field] }),
  );
}

/** Sources that nobody can tell apart do harm only where they make barriers. */
function sourcesAlike({ application }: RunRequest, result: PipelineResult | Unreadable): readonly Finding[] {
  const { alikeSources: sources, source } = application;
  if (sources.length < 2 || !("barriers" in result) || result.barriers.length === 0) return [];
  return [finding("sources-alike", {}, { path: source.path || ".", sources })];
}

/** What Argo CD passes over without a word, and `--strict` does not. */
const lenientCodes: readonly FindingCode[] = ["duplicate-key", "duplicate-identity"];

function severities({ strict }: RunRequest, config: Config): SeverityOverrides {
  if (!strict) return config.severity;
  return { ...config.severity, ...Object.fromEntries(lenientCodes.map((code) => [code, "error"] as const)) };
}
