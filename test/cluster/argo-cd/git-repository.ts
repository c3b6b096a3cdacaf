import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A git repository on this machine that Argo CD reads. */
export interface GitRepository {
  /** As `spec.source.repoURL` takes it. */
  readonly url: string;
  /** Puts a folder into the repository and commits all; gives the commit. */
  commitFolder(from: string, to: string): Promise<string>;
  /** Writes files by their paths and commits all; gives the commit. */
  commitFiles(files: Readonly<Record<string, string>>): Promise<string>;
}

/** Makes an empty repository in a folder that does not exist yet. */
export async function makeRepository(folder: string): Promise<GitRepository> {
  const git = (...args: readonly string[]) => runGit(folder, args);
  await mkdir(folder);
  await git("init", "-q", "--initial-branch=main");
  async function commit(): Promise<string> {
    await git("add", "--all");
    await git("commit", "-q", "--allow-empty", "--message=change");
    return (await git("rev-parse", "HEAD")).trim();
  }
  return {
    url: `file://${folder}`,
    async commitFolder(from, to) {
      const target = join(folder, to);
      await rm(target, { recursive: true, force: true });
      await cp(from, target, { recursive: true });
      return commit();
    },
    async commitFiles(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(join(folder, dirname(path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
      return commit();
    },
  };
}

async function runGit(folder: string, args: readonly string[]): Promise<string> {
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgSign=false"];
  const { stdout } = await promisify(execFile)("git", [...author, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
  });
  return stdout;
}
