import type { Severity } from "../findings/finding.ts";
import { showPath } from "../manifest/format-path.ts";
import type { Comparison } from "../migrate/compare-renders.ts";
import type { MigratedSource } from "../migrate/migrate-text.ts";
import type { OutputStream } from "./context.ts";
import { finalLine } from "./final-line.ts";

export interface ComparedSource {
  readonly source: MigratedSource;
  /** Undefined for what was not rewritten. */
  readonly comparison: Comparison | undefined;
}

interface TellOptions {
  readonly file: string;
  readonly plugin: string;
  /** The least severity that is told. */
  readonly least: Severity;
}

/** What became of each source, a line each, on stderr. */
export async function tellMigration(
  stderr: OutputStream,
  compared: readonly ComparedSource[],
  { file, plugin, least }: TellOptions,
): Promise<void> {
  const isTold = ({ comparison }: ComparedSource): boolean =>
    least !== "error" || comparison?.kind === "different";
  const lines = compared
    .filter(isTold)
    .map((one) => `${finalLine({ message: `${file}: ${describe(one, plugin)}` })}\n`);
  if (lines.length > 0) await stderr.write(lines.join(""));
}

function describe({ source: { source, outcome }, comparison }: ComparedSource, plugin: string): string {
  const { manifest, path } = source;
  const what = `${manifest.ref.kind} ${manifest.ref.name}, ${showPath(path)}`;
  switch (outcome.kind) {
    case "untouched":
      return `${what}: nothing to rewrite`;
    case "left":
      return `${what}: left as it is, ${outcome.why}`;
    case "rewritten": {
      const { block } = outcome;
      const dropped = (block?.dropped ?? []).map(({ field }) => `${block?.type}.${field}`);
      const without = dropped.length === 0 ? "" : ` without ${dropped.join(" and ")}, which changes nothing`;
      const how = block === undefined ? "gets the plugin" : `${block.type} → plugin`;
      return `${what}: ${how} ${plugin}${without}; ${comparison === undefined ? "" : outcomeOf(comparison)}`;
    }
  }
}

function outcomeOf(comparison: Comparison): string {
  switch (comparison.kind) {
    case "same":
      return `renders the same (${comparison.bytes} bytes)`;
    case "random":
      return `renders the same but for ${comparison.objects.join(", ")}, which differs each time it is rendered`;
    case "different":
      return `does not render the same, so nothing is written: ${comparison.what}`;
    case "not-compared":
      return `not compared: ${comparison.why}`;
  }
}
