import { UsageError } from "../errors.ts";
import { showPath } from "../manifest/format-path.ts";
import { isObject } from "../manifest/manifest.ts";
import { type Position, type PositionedYaml, readWithPositions } from "../manifest/read-with-positions.ts";
import { Config } from "./config.ts";
import { type ConfigIssue, explainIssue } from "./issue-words.ts";
import { knownKeys } from "./known-keys.ts";
import { findWeakReadiness, operatorFiles } from "./repository-bounds.ts";

/**
 * Who wrote a configuration. The operator may set everything; a repository says which signers there are and how they are
 * waited for, within bounds. It can still leave a signer out: only a file of the operator's, which takes the place of the
 * repository's, keeps people who write to the repository from that.
 */
export type ConfigAuthor = "operator" | "repository";

/** Enough for one sitting; a file that is none of ours would go on and on. */
const mostProblems = 20;

const repositoryKeys = ["apiVersion", "kind", "signers"];

/**
 * Reads and checks the text of a configuration.
 *
 * @param file its name, for messages.
 * @throws UsageError with everything that is wrong: file, line, column, path, what was expected.
 */
export function parseConfig(text: string, file: string, author: ConfigAuthor): Config {
  const yaml = readWithPositions(text);
  if (yaml.problems.length > 0) {
    fail(
      yaml.problems.map((problem) => ({ ...problem, text: problem.message })),
      file,
    );
  }
  const parsed = Config.safeParse(yaml.value);
  const issues = [
    ...(author === "repository" ? [...refuseOperatorKeys(yaml), ...findWeakReadiness(yaml.value)] : []),
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => explainIssue(issue, yaml.value))),
  ];
  if (parsed.success && issues.length === 0) {
    return parsed.data;
  }
  return fail(
    issues.map((issue) => locate(issue, yaml)),
    file,
  );
}

/** What a file of a repository sets although only the operator may. */
function refuseOperatorKeys(yaml: PositionedYaml): readonly ConfigIssue[] {
  const keys = isObject(yaml.value) ? Object.keys(yaml.value) : [];
  const known = knownKeys([]);
  return keys
    .filter((key) => known.includes(key) && !repositoryKeys.includes(key))
    .map((key) => ({
      path: [key],
      at: "key",
      words: `may not be set by a file of the repository: it belongs into ${operatorFiles}`,
    }));
}

interface LocatedProblem extends Position {
  readonly text: string;
}

function locate(issue: ConfigIssue, yaml: PositionedYaml): LocatedProblem {
  const position = issue.at === "key" ? yaml.keyPosition(issue.path) : yaml.valuePosition(issue.path);
  return {
    ...position,
    text: `${issue.path.length === 0 ? "the configuration" : showPath(issue.path)} ${issue.words}`,
  };
}

function fail(problems: readonly LocatedProblem[], file: string): never {
  const [first = `${file} is no configuration`, ...others] = [...problems]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, mostProblems)
    .map(({ line, column, text }) => `${file}:${line}:${column}: ${text}`);
  throw new UsageError(first, { others, hint: "docs/configuration.md lists all keys" });
}
