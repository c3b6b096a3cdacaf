import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import type { CmpServer } from "./cmp-server.ts";

/** What is sent: a repository and the application in it. */
export interface Sent {
  /** Root of the repository. */
  readonly root: string;
  /** Path of the application in it. */
  readonly path?: string;
  /** As Argo CD sends it to the plugin; `repo` makes it itself. */
  readonly env?: Readonly<Record<string, string>>;
  /** Globs that are left out of the tarball. */
  readonly exclude?: readonly string[];
  readonly timeout?: string;
}

/** What the repo-server knows of an Application. */
export interface SentApplication extends Sent {
  readonly name?: string;
  readonly namespace?: string;
  /** The plugin block of the source, and others. */
  readonly source?: object;
  readonly manifestGeneratePaths?: string;
}

/** What came back, or the words that Argo CD's user interface shows. */
export interface Answer<T> {
  readonly code: string;
  readonly error: string;
  readonly milliseconds: number;
  readonly value: T | null;
}

export interface Manifests {
  readonly sourceType?: string;
  /** JSON texts, one for each object. */
  readonly manifests: readonly string[];
}

export interface Announcement {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly required?: boolean;
  readonly itemType?: string;
  readonly collectionType?: string;
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}

export function check(server: CmpServer): Promise<Answer<{ readonly isDiscoveryConfigured?: boolean }>> {
  return ask("check", ["-sock", server.socket]);
}

export function match(
  server: CmpServer,
  sent: Sent,
): Promise<Answer<{ readonly isSupported: boolean; readonly isDiscoveryEnabled: boolean }>> {
  return ask("match", ["-sock", server.socket, ...sentArguments(sent)]);
}

export function announcedParameters(server: CmpServer, sent: Sent): Promise<Answer<readonly Announcement[]>> {
  return ask("params", ["-sock", server.socket, ...sentArguments(sent)]);
}

export function generate(server: CmpServer, sent: Sent): Promise<Answer<Manifests>> {
  return ask("generate", ["-sock", server.socket, ...sentArguments(sent)]);
}

/** The repo-server's whole path from the Application to its objects, with its own environment for the plugin. */
export function likeRepoServer(server: CmpServer, sent: SentApplication): Promise<Answer<Manifests>> {
  const { manifestGeneratePaths, name, namespace, source } = sent;
  return ask("repo", [
    ...["-sock", server.sockets],
    ...sentArguments(sent),
    ...(name === undefined ? [] : ["-name", name]),
    ...(namespace === undefined ? [] : ["-namespace", namespace]),
    ...["-source", JSON.stringify(source ?? { plugin: { name: "grantwave" } })],
    ...(manifestGeneratePaths === undefined ? [] : ["-manifest-generate-paths", manifestGeneratePaths]),
  ]);
}

/** A stream of manifests, split as the cmp-server splits what a plugin printed. */
export function splitAsArgoCd(stream: string): Promise<Answer<Manifests>> {
  return ask("split", [], stream);
}

function sentArguments({ env, exclude, path, root, timeout }: Sent): readonly string[] {
  return [
    ...["-dir", root, "-app", path ?? "."],
    ...(timeout === undefined ? [] : ["-timeout", timeout]),
    ...Object.entries(env ?? {}).flatMap(([name, value]) => ["-env", `${name}=${value}`]),
    ...(exclude ?? []).flatMap((glob) => ["-exclude", glob]),
  ];
}

async function ask<T>(operation: string, args: readonly string[], stdin = ""): Promise<Answer<T>> {
  const client = await ensureGoProgram("cmpclient");
  const temporary = await mkdtemp(join(tmpdir(), "grantwave-client-"));
  try {
    const child = spawn(client, ["-op", operation, ...args], {
      env: { PATH: process.env["PATH"], TMPDIR: temporary },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(stdin);
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0) throw new Error(`cmpclient ${operation} ended with exit code ${code}: ${stderr}`);
    return JSON.parse(stdout) as Answer<T>;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
