import type { RenderRequest } from "./render-request.ts";
import { shellWords } from "./shell-words.ts";

/** A call of helm that failed. */
export interface FailedTemplate {
  /** Path of the executable. */
  readonly helm: string;
  /** What stands between `template` and the values, with their flags. */
  readonly options: readonly string[];
  /** Flags that set values, each followed by its value. */
  readonly values: readonly string[];
  readonly privateFolder: string;
  /** True where the chart's dependencies had to be fetched into a copy first. */
  readonly isBuilt: boolean;
}

/** Six hundred versions, as Argo CD sends them, are no line to copy. */
const mostApiVersions = 10;

/**
 * What to copy to a shell to see a failure again. Values that an Application gives as text are left out, since they may
 * be secrets; the sentence says so where they are.
 */
export function seeAgain({ folder, apiVersions }: RenderRequest, run: FailedTemplate): string {
  const files = valuesFiles(run);
  const options = apiVersions.length > mostApiVersions ? withoutApiVersions(run.options) : run.options;
  const commands = [
    ["cd", folder],
    ...(run.isBuilt ? [[run.helm, "dependency", "build"]] : []),
    [run.helm, "template", ...options, ...files],
  ];
  const left = [
    ...(files.length < run.values.length ? ["the values that are given as text"] : []),
    ...(options.length < run.options.length ? ["the cluster's API versions"] : []),
  ];
  const note = left.length === 0 ? "" : `, less ${left.join(" and ")}`;
  return `to see it again: ${commands.map(shellWords).join(" && ")}${note}`;
}

/** The files of the repository among them, with their flags. */
function valuesFiles({ privateFolder, values }: FailedTemplate): readonly string[] {
  return values.filter((_word, at) => {
    const first = at - (at % 2);
    return values[first] === "--values" && values[first + 1]?.includes(privateFolder) === false;
  });
}

function withoutApiVersions(options: readonly string[]): readonly string[] {
  return options.filter((word, at) => word !== "--api-versions" && options[at - 1] !== "--api-versions");
}
