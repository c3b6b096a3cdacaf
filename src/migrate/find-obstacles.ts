import { posix } from "node:path";
import { locateSource, sourceTypes } from "../argo/application-source.ts";
import { textAt } from "../manifest/manifest.ts";
import type { BlockParameters } from "../parameters/source-block/block-parameters.ts";
import { quote } from "../quote.ts";
import type { FoundSource } from "./find-sources.ts";

/** Why a source cannot become one of the plugin. */
export interface Obstacle {
  /** From the source: `["helm", "passCredentials"]`. */
  readonly path: readonly string[];
  /** The rest of a sentence that begins with the field. */
  readonly problem: string;
  readonly hint: string;
}

/** Everything in a source that the plugin cannot do. */
export function findObstacles(source: FoundSource, block: BlockParameters | undefined): readonly Obstacle[] {
  const types = sourceTypes.filter((type) => source.spec[type] !== undefined);
  if (types.length > 1) {
    return [
      {
        path: [],
        problem: `has more than one type (${types.join(", ")}), which Argo CD refuses`,
        hint: "leave one of them",
      },
    ];
  }
  return [
    ...nowhere(source),
    ...outside(source),
    ...refusedFields(block),
    ...filesElsewhere(source),
    ...patterns(source),
  ];
}

function nowhere({ spec, isOneOfSeveral }: FoundSource): readonly Obstacle[] {
  if (locateSource(spec, isOneOfSeveral).kind !== "nowhere") return [];
  return [
    {
      path: [],
      problem: "says nothing about where its files are",
      hint: "give it `path` or `chart`",
    },
  ];
}

/** argo-cd 3.6.1 `util/app/path/path.go` `Path`. */
function outside({ spec }: FoundSource): readonly Obstacle[] {
  const isInside = !posix.isAbsolute(spec.path) && !/^\.\.(?:\/|$)/.test(posix.normalize(spec.path));
  if (isInside) return [];
  return [
    {
      path: ["path"],
      problem: "is none inside of its repository, which Argo CD refuses",
      hint: "write the folder as seen from the root of the repository, without a slash in front",
    },
  ];
}

function refusedFields(block: BlockParameters | undefined): readonly Obstacle[] {
  return (block?.refused ?? []).map(({ field, why, hint }) => ({
    path: [block?.type ?? "", field],
    problem: `cannot be carried over: ${why}`,
    hint,
  }));
}

function filesElsewhere({ spec, refs }: FoundSource): readonly Obstacle[] {
  const isElsewhere = (file: string): boolean => refs.has(/^\$([^/]+)/.exec(file)?.[1] ?? "");
  return files(spec.helm)
    .filter(({ file }) => isElsewhere(file))
    .map(({ path, file }) => ({
      path,
      problem: `names ${quote(file)}, a file of another source, which plugins do not get`,
      hint: "copy the file into the source that uses it, or write its content under values",
    }));
}

function patterns({ spec }: FoundSource): readonly Obstacle[] {
  const named = [
    ...files(spec.helm),
    ...(spec.kustomize?.components ?? []).map((file) => ({ path: ["kustomize", "components"], file })),
  ];
  return named
    .filter(({ file }) => /[*?[]/.test(file) && !file.includes("://"))
    .map(({ path, file }) => ({
      path,
      problem: `has the pattern ${quote(file)}, which grantwave does not expand`,
      hint: "list what it means, one by one",
    }));
}

function files(helm: FoundSource["spec"]["helm"]) {
  return [
    ...(helm?.valueFiles ?? []).map((file) => ({ path: ["helm", "valueFiles"], file })),
    ...(helm?.fileParameters ?? []).map(({ path: file }) => ({ path: ["helm", "fileParameters"], file })),
  ];
}

/** A patch of an ApplicationSet's template that names a block: text that is made of parameters, and so not rewritten. */
export function patchesBlocks({ manifest }: FoundSource): boolean {
  return /["']?\b(?:helm|kustomize|directory)\b["']?\s*:/.test(
    textAt(manifest.value, "spec", "templatePatch") ?? "",
  );
}
