import { readFile, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { UsageError } from "../errors.ts";
import { isObject, type JsonValue } from "../manifest/manifest.ts";
import { readText } from "../manifest/read-text.ts";
import { isRefusal } from "../manifest/refusal.ts";
import { quote } from "../quote.ts";
import { errorCode } from "./application-folder.ts";
import { keptInside } from "./confined-path.ts";
import { decodeFile } from "./decode-text.ts";
import { kustomizationNames } from "./detect-renderer.ts";
import { foldKey } from "./kustomization/fields.ts";
import { isInside } from "./repository-root.ts";

/** Fields whose entries may be folders (kustomize 5.8 `api/internal/target/kusttarget.go`). */
const folderFields: ReadonlySet<string> = new Set([
  "resources",
  "bases",
  "components",
  "generators",
  "transformers",
  "validators",
]);

/** More than any real tree of overlays has, and few enough to look through in no time. */
const mostFolders = 1000;
const mostEntries = 50_000;
const largestFile = 1024 * 1024;

/** A folder to look through, all links resolved. */
interface Base {
  readonly folder: string;
  /** As messages name it: from the root of the repository. */
  readonly shown: string;
}

/**
 * Throws UsageError where a kustomization, or one that it builds on, names a folder outside of the root, whether by
 * `..` or by a link, or a repository on this machine. kustomize itself keeps only *files* below the folder of their
 * kustomization (kustomize 5.8 `api/internal/loader/loadrestrictions.go`) and takes folders from anywhere.
 *
 * @param components what an Application adds to the kustomization of the folder.
 *
 * What comes from a remote base is kustomize's to watch: it lets no clone reach out of itself. What is missing or has a
 * shape that kustomize refuses is left to it, since it says best what is wrong.
 */
export async function assertLocalBases(
  folder: string,
  root: string,
  components: readonly string[] = [],
): Promise<void> {
  const realRoot = await realpath(root);
  const start = await realpath(folder);
  const seen = new Set([start]);
  const open: Base[] = [{ folder: start, shown: relative(realRoot, start).replaceAll(sep, "/") }];
  let entries = 0;
  for (let base = open.pop(); base !== undefined; base = open.pop()) {
    const added = base.folder === start ? components : [];
    const entriesHere: readonly Entry[] = [
      ...(await entriesOf(base, realRoot)),
      ...added.map((named) => ({ file: "the parameter components", named })),
    ];
    for (const { file, named } of entriesHere) {
      if (++entries > mostEntries) throw tooMany(file, `${mostEntries} entries`);
      const target = await targetOf(base, named, file, realRoot);
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      if (seen.size > mostFolders) throw tooMany(file, `${mostFolders} folders and files`);
      open.push({ folder: target, shown: relative(realRoot, target).replaceAll(sep, "/") });
    }
  }
}

interface Entry {
  /** The kustomization, from the root. */
  readonly file: string;
  /** What it names. */
  readonly named: string;
}

/** Everything that may be a folder in the kustomization of a folder; nothing where there is none. */
async function entriesOf(base: Base, realRoot: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const name of kustomizationNames) {
    const file = base.shown === "" ? name : `${base.shown}/${name}`;
    const value = await readKustomization(join(base.folder, name), file, realRoot);
    for (const named of value === undefined ? [] : namedIn(value)) entries.push({ file, named });
  }
  return entries;
}

/**
 * A kustomization as Go reads it; undefined where there is none.
 *
 * @param path where it is.
 * @param file what messages call it.
 * @throws UsageError where it cannot be read, is too large or really lies outside of the root.
 */
export async function readKustomization(
  path: string,
  file: string,
  realRoot: string,
): Promise<JsonValue | undefined> {
  const real = await existing(path);
  if (real === undefined) return undefined;
  if (!isInside(realRoot, real)) {
    throw new UsageError(`${file} links to a place outside of the repository`, { hint: keptInside });
  }
  const { size } = await stat(real);
  if (size > largestFile) {
    throw new UsageError(`${file} is larger than ${largestFile / 1024 / 1024} MiB`, {
      hint: "keep only the kustomization in it",
    });
  }
  const text = decodeFile(await readFile(real), file);
  const reading = readText(text);
  if (isRefusal(reading)) {
    const line = text.slice(0, reading.offset).split("\n").length;
    throw new UsageError(`${file}:${line}: this kustomization cannot be read: ${reading.detail}`, {
      hint: "mend it: what it names is checked too",
    });
  }
  return reading.value;
}

function namedIn(kustomization: JsonValue): readonly string[] {
  if (!isObject(kustomization)) return [];
  return Object.entries(kustomization)
    .filter(([key]) => folderFields.has(foldKey(key)))
    .flatMap(([, list]) => (Array.isArray(list) ? list : []))
    .filter((entry) => typeof entry === "string");
}

/** The folder that an entry means; undefined for files, addresses, inline text and what is not there. */
async function targetOf(
  base: Base,
  named: string,
  file: string,
  realRoot: string,
): Promise<string | undefined> {
  if (/^(?:git::)?file:/i.test(named)) {
    throw new UsageError(`${file} names ${quote(named)}, a repository on this machine`, {
      hint: "remote bases are fetched by https, http, ssh or git; a local one is named by its path",
    });
  }
  if (named === "" || named.includes("\n")) return undefined;
  const path = join(base.folder, named);
  const real = await existing(path);
  // Outside, not even whether it is there is told.
  if (real === undefined && isInside(realRoot, path)) return undefined;
  if (real === undefined || !isInside(realRoot, real)) {
    const how = isInside(realRoot, path) ? "which links to a place" : "which lies";
    throw new UsageError(`${file} names ${quote(named)}, ${how} outside of the repository`, {
      hint: keptInside,
    });
  }
  return (await stat(real)).isDirectory() ? real : undefined;
}

/** The path with all links resolved; undefined where nothing is there. */
async function existing(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (cause) {
    const code = errorCode(cause);
    // Too long a name is none of a file: an address, or text that stands inline.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG" || code === "ELOOP")
      return undefined;
    throw new UsageError(`${path} cannot be resolved (${code})`, {
      hint: "check its permissions and links",
      cause,
    });
  }
}

function tooMany(file: string, limit: string): UsageError {
  return new UsageError(`the kustomizations that lead to ${file} name more than ${limit}`, {
    hint: "look for a tree that builds on itself, or split the application",
  });
}
