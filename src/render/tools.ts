import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { UsageError } from "../errors.ts";

/** How a render reaches the outside: decided by the operator, never by the repository. */
export interface Tools {
  /** Tools that the operator named; what is not named is looked for on PATH. */
  readonly paths: ToolPaths;
  /** The environment of grantwave itself; children get the part that toolEnvironment lets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Ends whatever runs. */
  readonly signal: AbortSignal;
  /**
   * True where Argo CD's cmp-server runs us. At its deadline it kills us without a warning, and whenever we have ended,
   * our whole process group (argo-cd 3.6 `cmpserver/plugin/plugin.go` runCommand).
   */
  readonly isSupervised?: boolean;
  /** grantwave's own version, for what it renders itself. */
  readonly version: string;
  /** Called when a tool has been started: until it is done, there is time for other work. */
  readonly onStart?: () => void;
}

export interface ToolPaths {
  readonly helm?: string | undefined;
  readonly kustomize?: string | undefined;
  readonly kubectl?: string | undefined;
}

export type ToolName = keyof ToolPaths;

/** The executable to run for a tool. Throws UsageError where it is neither named nor on PATH. */
export async function findTool(name: ToolName, tools: Tools): Promise<string> {
  const found = await lookUpTool(name, tools);
  if (found !== undefined) return found;
  throw new UsageError(`${name} was not found on PATH (${tools.env["PATH"] || "empty"})`, {
    hint: `install ${name}, or name it with --${name} or GRANTWAVE_${name.toUpperCase()}`,
  });
}

/** As findTool, but undefined where the operator named none and PATH has none. */
export async function lookUpTool(name: ToolName, tools: Tools): Promise<string | undefined> {
  const named = tools.paths[name];
  if (named !== undefined && named !== "") return namedTool(name, named, tools);
  return onPath(name, tools);
}

async function namedTool(name: ToolName, named: string, tools: Tools): Promise<string> {
  const found = isAbsolute(named) ? await executable(named) : await onPath(named, tools);
  if (found !== undefined) return found;
  throw new UsageError(`${name} cannot be run: ${named} is not an executable file`, {
    hint: `give an absolute path or a name on PATH with --${name} or GRANTWAVE_${name.toUpperCase()}`,
  });
}

/** The executable of that name on PATH, or undefined. */
export async function onPath(file: string, tools: Tools): Promise<string | undefined> {
  if (file.includes("/")) return undefined;
  for (const folder of absoluteFolders(tools.env["PATH"])) {
    const found = await executable(join(folder, file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The folders of a PATH that are absolute. Relative and empty entries mean the working directory, which is the
 * application's folder: a repository could put a `helm` of its own there.
 */
export function absoluteFolders(path: string | undefined): readonly string[] {
  return (path ?? "").split(delimiter).filter(isAbsolute);
}

async function executable(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
