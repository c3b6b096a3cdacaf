import { explainApplicationIssue } from "../argo/application-issue.ts";
import { refuseApplication } from "../argo/application-refusal.ts";
import { ApplicationSource } from "../argo/application-source.ts";
import { withoutNulls } from "../argo/without-nulls.ts";
import type { Path } from "../manifest/format-path.ts";
import { isObject, type JsonObject, type JsonValue, type Manifest, valueAt } from "../manifest/manifest.ts";

/** One source of an Application, or of the template of an ApplicationSet. */
export interface FoundSource {
  readonly manifest: Manifest;
  /** From the object: `["spec", "source"]`. */
  readonly path: Path;
  readonly isOneOfSeveral: boolean;
  readonly spec: ApplicationSource;
  /** As it was read. */
  readonly value: JsonObject;
  /** What the sources beside it are called: `$values/…` names a file of one of them. */
  readonly refs: ReadonlySet<string>;
}

const group = "argoproj.io";

/**
 * The sources of a file's Applications and ApplicationSets, in their order: those that Argo CD looks at.
 *
 * @param text of the file, for lines.
 * @throws UsageError for a source that Argo CD would refuse.
 */
export function findSources(manifests: readonly Manifest[], text: string): readonly FoundSource[] {
  return manifests.flatMap((manifest) =>
    specPaths(manifest).flatMap((path) => sourcesOf(manifest, path, text)),
  );
}

export function isApplication({ ref }: Manifest): boolean {
  return ref.group === group && ref.kind === "Application";
}

export function isApplicationSet({ ref }: Manifest): boolean {
  return ref.group === group && ref.kind === "ApplicationSet";
}

/** Where the specs of Applications are: generators of an ApplicationSet may have a template of their own. */
function specPaths(manifest: Manifest): readonly Path[] {
  if (isApplication(manifest)) return [["spec"]];
  if (!isApplicationSet(manifest)) return [];
  return [
    ["spec", "template", "spec"],
    ...templatesIn(valueAt(manifest.value, "spec", "generators"), ["spec", "generators"]),
  ];
}

function templatesIn(value: JsonValue | undefined, path: Path): readonly Path[] {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, index) => templatesIn(item, [...path, index]));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    key === "template" && isObject(valueAt(field, "spec"))
      ? [[...path, key, "spec"]]
      : templatesIn(field, [...path, key]),
  );
}

/** The hydrator's dry source beats `sources`, which beat `source` (argo-cd 3.6.1 `types.go` `HasMultipleSources`). */
function sourcesOf(manifest: Manifest, path: Path, text: string): readonly FoundSource[] {
  const spec = valueAt(manifest.value, ...path);
  const listed = valueAt(spec, "sources");
  const several = Array.isArray(listed) ? (listed as readonly JsonValue[]) : [];
  const paths: readonly Path[] = isObject(valueAt(spec, "sourceHydrator"))
    ? [["sourceHydrator", "drySource"]]
    : several.length > 0
      ? several.map((_, index) => ["sources", index])
      : [["source"]];
  const refs = new Set(
    several.map((source) => valueAt(source, "ref")).filter((ref) => typeof ref === "string"),
  );
  return paths.flatMap((steps): FoundSource[] => {
    const here = [...path, ...steps];
    const value = valueAt(manifest.value, ...here);
    if (!isObject(value)) return [];
    return [
      {
        manifest,
        path: here,
        isOneOfSeveral: several.length > 0,
        spec: parseSource(manifest, here, text),
        value,
        refs,
      },
    ];
  });
}

function parseSource(manifest: Manifest, path: Path, text: string): ApplicationSource {
  const root = withoutNulls(manifest.value);
  const parsed = ApplicationSource.safeParse(valueAt(root, ...path));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) =>
    explainApplicationIssue({ ...issue, path: [...path, ...issue.path] }, root),
  );
  throw refuseApplication(manifest, text, issues);
}
