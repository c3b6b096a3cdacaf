import type { Outcome } from "../findings/finding.ts";
import type { Source } from "../manifest/document.ts";
import type { Path } from "../manifest/format-path.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/read.ts";
import { splitDocuments } from "../manifest/split.ts";
import type { Rendered } from "../render/rendered.ts";
import { type ApplicationIssue, explainApplicationIssue } from "./application-issue.ts";
import { refuseApplication } from "./application-refusal.ts";
import { Application, type Destination, type SyncPolicy } from "./application-schema.ts";
import {
  type ApplicationSource,
  locateSource,
  type SourceLocation,
  sourceTypes,
} from "./application-source.ts";
import { withoutNulls } from "./without-nulls.ts";

/** An Argo CD Application as it stands in a file. */
export interface ApplicationFile {
  readonly name: string;
  /** Namespace of the Application itself; empty where the file names none. */
  readonly namespace: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly project: string;
  readonly destination: Destination;
  /** In their order; Argo CD renders each alone. */
  readonly sources: readonly LocatedSource[];
  readonly syncPolicy: SyncPolicy;
  readonly source: Source;
}

export interface LocatedSource {
  readonly location: SourceLocation;
  readonly spec: ApplicationSource;
}

/**
 * The Applications of a file, in their order; other objects in it are passed over, so the list may be empty.
 *
 * @param file its name, for messages.
 * @throws UsageError with every field that Argo CD would refuse: file, line, path, what was expected. Fields that we do
 *   not know are no error: a newer Argo CD may have them.
 */
export function readApplications(text: string, file: string): Outcome<readonly ApplicationFile[]> {
  const rendered = asRendered(text, file);
  const documents = splitDocuments(rendered);
  const manifests = readManifests(rendered, documents.value, { destinationNamespace: "" });
  const applications = manifests.value.filter(isApplication).map((manifest) => toFile(manifest, text));
  return { value: applications, findings: [...documents.findings, ...manifests.findings] };
}

function asRendered(text: string, file: string): Rendered {
  return {
    text,
    renderer: { tool: "stdin", version: "", command: file },
    origins: [{ start: 0, file, sourceComments: false }],
  };
}

function isApplication({ ref }: Manifest): boolean {
  return ref.group === "argoproj.io" && ref.kind === "Application";
}

function toFile(manifest: Manifest, text: string): ApplicationFile {
  const value = withoutNulls(manifest.value);
  const parsed = Application.safeParse(value);
  if (!parsed.success) {
    throw refuseApplication(
      manifest,
      text,
      parsed.error.issues.map((issue) => explainApplicationIssue(issue, value)),
    );
  }
  const { metadata, spec } = parsed.data;
  const sources = sourcesOf(parsed.data);
  const issues = sources.flatMap(({ path, source }) => findSourceIssues(source, path));
  if (sources.length === 0) {
    issues.push({ path: ["spec"], words: "names no source: it needs `source` or `sources`" });
  }
  if (issues.length > 0) {
    throw refuseApplication(manifest, text, issues);
  }
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    annotations: metadata.annotations,
    project: spec.project === "" ? "default" : spec.project,
    destination: spec.destination,
    sources: sources.map(({ source }) => source),
    syncPolicy: spec.syncPolicy,
    source: manifest.source,
  };
}

interface PlacedSource {
  readonly path: Path;
  readonly source: LocatedSource;
}

/** The hydrator's dry source beats `sources`, which beat `source` (argo-cd 3.6.1 `types.go` `HasMultipleSources`). */
function sourcesOf({ spec }: Application): readonly PlacedSource[] {
  if (spec.sourceHydrator !== undefined) {
    return [place(spec.sourceHydrator.drySource, ["spec", "sourceHydrator", "drySource"], false)];
  }
  if (spec.sources.length > 0) {
    return spec.sources.map((source, index) => place(source, ["spec", "sources", index], true));
  }
  return spec.source === undefined ? [] : [place(spec.source, ["spec", "source"], false)];
}

function place(spec: ApplicationSource, path: Path, isOneOfSeveral: boolean): PlacedSource {
  return { path, source: { spec, location: locateSource(spec, isOneOfSeveral) } };
}

/** argo-cd 3.6.1 `util/argo/argo.go` `validateSourcePermissions`, `types.go` `ExplicitType`. */
function findSourceIssues({ spec, location }: LocatedSource, path: Path): ApplicationIssue[] {
  const issues: ApplicationIssue[] = [];
  if (spec.repoURL === "") {
    issues.push({ path, words: "names no repository: it needs `repoURL`" });
  }
  if (location.kind === "nowhere") {
    issues.push({ path, words: "says nothing about where its files are: it needs `path` or `chart`" });
  }
  const types = sourceTypes.filter((type) => spec[type] !== undefined);
  if (types.length > 1) {
    issues.push({ path, words: `has more than one type (${types.join(", ")}): Argo CD takes only one` });
  }
  return issues;
}
