import { join, relative, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { Config } from "./config.ts";
import { type ConfigAuthor, parseConfig } from "./parse-config.ts";
import { readConfigFile } from "./read-config-file.ts";

/** The configuration of a run and the file it came from. */
export interface LoadedConfig {
  readonly config: Config;
  /** As messages name it; undefined where there is no file and the configuration is empty. */
  readonly file: string | undefined;
}

export interface ConfigSearch {
  /** What `--config` or `GRANTWAVE_CONFIG` names, relative to `cwd`. */
  readonly named: string | undefined;
  /** The root of the repository, which may bring a file of its own; absolute. */
  readonly root: string;
  readonly cwd: string;
  /** The operator's file where none is named. */
  readonly system?: string;
}

const systemConfigFile = "/etc/grantwave/grantwave.yaml";

interface Candidate {
  readonly file: string;
  readonly author: ConfigAuthor;
  /** A folder that the file must lie in. */
  readonly within?: string;
}

/**
 * Reads the one configuration file that counts: the one that was named, else the operator's, else `grantwave.yaml` at
 * the root of the repository. Files are not merged.
 *
 * @throws UsageError where the named file is not there, or the one that counts cannot be read or is wrong.
 */
export async function loadConfig(search: ConfigSearch): Promise<LoadedConfig> {
  for (const { file, author, within } of candidates(search)) {
    const name = shownAs(file, search.cwd);
    const text = await readConfigFile(file, name, within);
    if (text !== undefined) {
      return { config: parseConfig(text, name, author), file: name };
    }
    if (search.named !== undefined) {
      throw new UsageError(`the configuration file ${name} is not there`, {
        hint: "check --config and GRANTWAVE_CONFIG",
      });
    }
  }
  return { config: emptyConfig(), file: undefined };
}

function candidates(search: ConfigSearch): readonly Candidate[] {
  const { cwd, named, root, system = systemConfigFile } = search;
  if (named !== undefined) {
    return [{ file: resolve(cwd, named), author: "operator" }];
  }
  return [
    { file: system, author: "operator" },
    { file: join(root, "grantwave.yaml"), author: "repository", within: root },
  ];
}

/** What counts where there is no file. */
export function emptyConfig(): Config {
  return Config.parse({ apiVersion: "grantwave.dev/v1alpha1", kind: "Config" });
}

/** Relative where that is shorter to read, as for files of the repository one stands in. */
function shownAs(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === "" || path.startsWith("..") ? file : path;
}
