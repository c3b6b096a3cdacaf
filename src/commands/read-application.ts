import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ApplicationFile, type LocatedSource, readApplications } from "../argo/application.ts";
import { UsageError } from "../errors.ts";
import { formatLocation } from "../findings/location.ts";
import { messageOf } from "../findings/message.ts";
import { isUnreadable } from "../findings/severity.ts";
import { quote } from "../quote.ts";

/** One Application of a file, and the one source of it that is looked at. */
export interface ChosenSource {
  readonly application: ApplicationFile;
  readonly source: LocatedSource;
  /** The folder of that source, from the root of its repository. */
  readonly path: string;
}

/**
 * Reads `--application FILE` and picks the source that belongs to a folder.
 *
 * @param file relative to `cwd`.
 * @param choice which Application of several (`name`), and which source (`folder`, from the root of the repository).
 * @throws UsageError where the file is not there or wrong, or nothing or several of it would do.
 */
export async function readApplication(
  file: string,
  cwd: string,
  choice: { readonly name: string | undefined; readonly folder: string | undefined },
): Promise<ChosenSource> {
  const { value, findings } = readApplications(await read(file, cwd), file);
  const unreadable = findings.find(({ code }) => isUnreadable(code));
  if (unreadable !== undefined) {
    const { message, hint } = messageOf(unreadable);
    throw new UsageError(`${formatLocation(unreadable.source, undefined)}: ${message}`, { hint });
  }
  const application = chooseApplication(value, file, choice.name);
  return { application, ...chooseSource(application, file, choice.folder) };
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
      applications.length === 0 ? {} : { hint: "choose one with --name" },
    );
  }
  return chosen;
}

/** The folders of a repository are all that can be rendered from a checkout. */
function chooseSource(
  application: ApplicationFile,
  file: string,
  folder: string | undefined,
): { readonly source: LocatedSource; readonly path: string } {
  const folders = application.sources.flatMap((source) =>
    source.location.kind === "folder" ? [{ source, path: source.location.path }] : [],
  );
  const exact = folders.filter(({ path }) => path.replace(/\/+$/, "") === folder);
  const chosen = exact.length === 1 ? exact[0] : folders.length === 1 ? folders[0] : undefined;
  if (chosen === undefined) {
    throw new UsageError(
      folders.length === 0
        ? `no source of Application ${application.name} in ${file} is a folder of a repository`
        : `Application ${application.name} in ${file} has several sources (${folders.map(({ path }) => path).join(", ")})`,
      folders.length === 0 ? {} : { hint: "name the folder of the one to look at" },
    );
  }
  return chosen;
}
