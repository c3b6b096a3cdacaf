import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { type ImageFiles, installImage } from "./image.ts";

/** Argo CD's user, who has no passwd entry in the image. */
export const sidecarUser = 999;

/** A running argocd-cmp-server with grantwave as its plugin, in a folder of its own. */
export interface CmpServer {
  /** The folder of the socket, which is named after the plugin. */
  readonly sockets: string;
  readonly socket: string;
  /** TMPDIR of the sidecar; Argo CD's own working folder is _cmp_server in it. */
  readonly temporary: string;
  readonly pid: number;
  /** Everything of this server lies in here; whatever it has started carries this path in its environment. */
  readonly folder: string;
  /** What plugin commands printed on stdout, byte for byte, in the order in which they ended. */
  outputs(): Promise<readonly string[]>;
  /** The messages of the server's own log: what an operator sees. */
  messages(): Promise<readonly LogEntry[]>;
  stop(): Promise<void>;
}

export interface LogEntry {
  readonly level: string;
  readonly msg: string;
  readonly stderr?: string;
  readonly execID?: string;
  readonly duration?: number;
}

export interface CmpServerOptions extends ImageFiles {
  /** The container's environment, beside what the image sets. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Whether this machine lets us make a mount namespace and change the user: with that a sidecar is as Argo CD runs it,
 * without it the server runs as whoever runs the tests, in a file system that can be written to.
 */
export const isConfined = canConfine();

function canConfine(): boolean {
  try {
    execFileSync("unshare", ["--mount", "setpriv", "--reuid", String(sidecarUser), "--", "true"], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/** Starts a server and gives it once it answers. Whoever starts one stops it, also where a test fails. */
export async function startCmpServer(options: CmpServerOptions = {}): Promise<CmpServer> {
  const program = await ensureGoProgram("argocd");
  const folder = await mkdtemp(join(tmpdir(), "grantwave-plugin-"));
  await chmod(folder, 0o755);
  const image = await installImage(folder, options, { program, owner: isConfined ? sidecarUser : undefined });
  const logFile = join(folder, "server.log");
  const log = createWriteStream(logFile);
  const command = [
    image.server,
    "--config-dir-path",
    image.config,
    "--loglevel",
    "debug",
    "--logformat",
    "json",
  ];
  const env = { ...image.env, ...options.env };
  const child = isConfined
    ? spawn(
        "unshare",
        [
          "--mount",
          "sh",
          join(import.meta.dirname, "sandbox.sh"),
          String(sidecarUser),
          image.passwd,
          image.temporary,
          image.sockets,
          "--",
          ...command,
        ],
        { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] },
      )
    : spawn(command[0] ?? "", command.slice(1), { env, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });

  const entries = async (): Promise<readonly LogEntry[]> => readLog(await readFile(logFile, "utf8"));
  const stop = async (): Promise<void> => {
    // It goes on serving after SIGTERM.
    await end(child);
    // What a failed test left running carries the folder's path and nobody else does.
    for (const pid of await processesWith(folder)) kill(pid);
    log.end();
    await finished(log);
    await rm(folder, { recursive: true, force: true });
  };
  let socket: string;
  try {
    socket = await firstSocket(child, image.sockets);
  } catch (cause) {
    const said = await readFile(logFile, "utf8");
    await stop();
    throw new Error(`argocd-cmp-server did not start: ${said}`, { cause });
  }
  return {
    pid: child.pid ?? 0,
    sockets: image.sockets,
    socket,
    temporary: image.temporary,
    folder,
    messages: entries,
    outputs: async () =>
      (await entries()).flatMap(({ duration, execID, level, msg }) =>
        duration !== undefined && execID !== undefined && level === "debug" ? [msg] : [],
      ),
    stop,
  };
}

function readLog(text: string): readonly LogEntry[] {
  return text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogEntry] : []));
}

/** The server makes its socket, named after the plugin, when it is ready to listen. */
async function firstSocket(child: ChildProcess, folder: string): Promise<string> {
  for (let tries = 0; tries < 1500; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`);
    const [name] = await readdir(folder);
    if (name !== undefined) return join(folder, name);
    await sleep(20);
  }
  throw new Error(`there is no socket in ${folder} after 30 s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
}

/**
 * Numbers of the processes that carry a text in their environment: all that a server and its plugins have started.
 * Where there is no /proc nothing is known.
 */
export async function processesWith(text: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const entry of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const environment = await readFile(`/proc/${entry}/environ`, "utf8").catch(() => "");
    if (environment.includes(text)) found.push(Number(entry));
  }
  return found;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
