import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Tools } from "../../src/render/tools.ts";
import { testTools } from "../tools.ts";

export const fixtures = join(import.meta.dirname, "fixtures");

/** Where the smallest of programs are, for the stubs that tests write. */
export const systemPath = "/usr/local/bin:/usr/bin:/bin";

/** The real helm and kubectl in an environment that holds nothing else; `changes` says what a test has differently. */
export async function realTools(changes: Partial<Tools> = {}): Promise<Tools> {
  return {
    paths: await testTools(),
    env: { PATH: systemPath },
    stdin: nothing(),
    signal: new AbortController().signal,
    version: "0.0.0-test",
    ...changes,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "grantwave-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files by their paths relative to a new folder. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** A program that stands in for a tool, to make it go wrong. */
export async function stubTool(script: string): Promise<string> {
  const file = join(await temporaryFolder(), "stub");
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Error & { readonly hint?: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("expected an error");
}
