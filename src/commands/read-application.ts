import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type ApplicationFile, type LocatedSource, readApplications } from "../argo/application.ts";
import { normaliseGitUrl } from "../argo/git-url.ts";
import type { SourceIdentity } from "../barrier/barrier-name.ts";
import { UsageError } from "../errors.ts";
import { formatLocation } from "../findings/location.ts";
import { messageOf } from "../findings/message.ts";
import { isUnreadable } from "../findings/severity.ts";
import { quote } from "../quote.ts";
import { normaliseSourcePath } from "./source-identity.ts";

/** One Application of a file, and the one source of it that is looked at. */
export interface ChosenSource {
  readonly application: ApplicationFile;
  readonly source: LocatedSource;
  /** The folder of that source, from the root of its repository; empty for the root. */
  readonly path: string;
  /** Numbers, from 1, of all sources with the same identity, its own included. */
  readonly alike: readonly number[];
}

/** Which Application of several, and which of its sources. */
export interface Choice {
  readonly name: string | undefined;
  /** From the root of the repository; undefined where no folder was given. */
  readonly folder: string | undefined;
  /** The plugin parameter `source` of the one that is meant. */
  readonly source: string | undefined;
}

/**
 * Reads `--application FILE` and picks the source that belongs to a folder.
 *
 * @param file relative to `cwd`.
 * @throws UsageError where the file is not there or wrong, or nothing or several of it would do.
 */
export async function readApplication(file: string, cwd: string, choice: Choice): Promise<ChosenSource> {
  const { value, findings } = readApplications(await read(file, cwd), file);
  const unreadable = findings.find(({ code }) => isUnreadable(code));
  if (unreadable !== undefined) {
    const { message } = messageOf(unreadable);
    throw new UsageError(`${formatLocation(unreadable.source, undefined)}: ${message}`, {
      hint: "mend the file; a template has to be rendered first",
    });
  }
  const application = chooseApplication(value, file, choice.name);
  return { application, ...chooseSource(application, file, choice) };
}

async function read(file: string, cwd: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(resolve(cwd, file)));
  } catch (cause) {
    throw new UsageError(`the Application file ${quote(file)} cannot be read`, {
      hint: "--application names a YAML file with an Argo CD Application",
      cause,
    });
  }
}

function chooseApplication(
  applications: readonly ApplicationFile[],
  file: string,
  name: string | undefined,
): ApplicationFile {
  const named = applications.filter((application) => name === undefined || application.name === name);
  const chosen = named.length === 1 ? named[0] : applications.length === 1 ? applications[0] : undefined;
  if (chosen === undefined) {
    const names = applications.map((application) => application.name).join(", ");
    throw new UsageError(
      applications.length === 0
        ? `${file} holds no Argo CD Application`
        : `${file} holds several Applications (${names})`,
      {
        hint:
          applications.length === 0
            ? "name a file with one; `argocd appset generate FILE -o yaml` prints those of an ApplicationSet"
            : "choose one with --name",
      },
    );
  }
  return chosen;
}

interface FolderSource {
  readonly source: LocatedSource;
  /** From 1. */
  readonly number: number;
  readonly identity: SourceIdentity;
}

/** The folders of a repository are all that can be rendered from a checkout. */
function chooseSource(
  application: ApplicationFile,
  file: string,
  choice: Choice,
): Omit<ChosenSource, "application"> {
  const folders = application.sources.flatMap((source, index): FolderSource[] =>
    source.location.kind === "folder" ? [{ source, number: index + 1, identity: identityOf(source) }] : [],
  );
  const [chosen, ...others] = narrow(
    narrow(folders, ({ identity }) => identity.path === choice.folder),
    ({ identity }) => identity.name === choice.source,
  );
  if (chosen === undefined) {
    throw new UsageError(
      `no source of Application ${application.name} in ${file} is a folder of a repository`,
      { hint: "unpack its chart, and name that folder together with --name and --namespace" },
    );
  }
  if (others.some(({ identity }) => !isDeepStrictEqual(identity, chosen.identity))) {
    const paths = folders.map(({ source }) => source.spec.path).join(", ");
    throw new UsageError(`Application ${application.name} in ${file} has several sources (${paths})`, {
      hint: "name the folder of the one to look at, or its plugin parameter source with --source",
    });
  }
  const alike = folders.filter(({ identity }) => isDeepStrictEqual(identity, chosen.identity));
  const { source, identity } = chosen;
  return { source, path: identity.path, alike: alike.map(({ number }) => number) };
}

/** Those that fit, or all of them where none does. */
function narrow(
  sources: readonly FolderSource[],
  fits: (source: FolderSource) => boolean,
): readonly FolderSource[] {
  const fitting = sources.filter(fits);
  return fitting.length > 0 ? fitting : sources;
}

function identityOf({ spec }: LocatedSource): SourceIdentity {
  const parameter = spec.plugin?.parameters.find(({ name }) => name === "source");
  const variable = spec.plugin?.env.find(({ name }) => name === "GRANTWAVE_SOURCE");
  return {
    repoURL: normaliseGitUrl(spec.repoURL),
    path: normaliseSourcePath(spec.path),
    name: parameter?.string || variable?.value || "",
  };
}
