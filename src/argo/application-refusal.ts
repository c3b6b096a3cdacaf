import { UsageError } from "../errors.ts";
import { type Path, showPath } from "../manifest/format-path.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readWithPositions } from "../manifest/read-with-positions.ts";
import type { ApplicationIssue } from "./application-issue.ts";

/** Everything that is wrong with one Application, each with file, line and path. */
export function refuseApplication(
  manifest: Manifest,
  text: string,
  issues: readonly ApplicationIssue[],
): UsageError {
  const { file } = manifest.source;
  const lines = lineFinder(manifest, text);
  const [first = file, ...others] = issues.map(
    ({ path, words }) => `${file}:${lines(path)}: ${showPath(path)} ${words}`,
  );
  return new UsageError(first, {
    others,
    hint: "mend the Application, or give its values as flags instead of --application",
  });
}

function lineFinder({ document, path }: Manifest, text: string): (field: Path) => number {
  const linesBefore = text.slice(0, document.start).split("\n").length - 1;
  const positions = readWithPositions(text.slice(document.start, document.end));
  return (field) => linesBefore + positions.keyPosition([...path, ...field]).line;
}
