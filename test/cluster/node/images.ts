import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ensureGoProgram } from "../../../scripts/go-programs.mjs";
import { packImage } from "./image.ts";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "..", "..", "..");

/** How one image comes to be: fills an empty root folder, and says what is run there. */
interface Recipe {
  fill(root: string, busybox: string): Promise<void>;
  readonly entrypoint: readonly string[];
  readonly user?: string;
}

const recipes = {
  /** The sandbox of every pod. */
  "test.local/pause:1": { fill: fillPause, entrypoint: ["/pause"] },
  /** A shell and what goes with it. */
  "test.local/busybox:1": { fill: fillBusybox, entrypoint: ["/bin/sh"] },
  /** The signer of test/go/kubernetes/signer. */
  "test.local/signer:1": { fill: fillSigner, entrypoint: ["/signer"], user: "999" },
  /** grantwave as its Dockerfile lays it out, with this machine's Node: what a barrier runs. */
  "test.local/grantwave:1": { fill: fillGrantwave, entrypoint: ["grantwave"], user: "999" },
} as const satisfies Record<string, Recipe>;

export type ImageName = keyof typeof recipes;

/** Makes an image; gives the path of its archive. `workshop` does not exist yet, `busybox` is a static one. */
export async function makeImage(name: ImageName, workshop: string, busybox: string): Promise<string> {
  const recipe: Recipe = recipes[name];
  const root = join(workshop, "root");
  await mkdir(root, { recursive: true });
  await chmod(root, 0o755);
  await recipe.fill(root, busybox);
  const { entrypoint, user } = recipe;
  const config = { name, entrypoint, ...(user === undefined ? {} : { user }) };
  const archive = await packImage(root, config, join(workshop, "packed"));
  await rm(root, { recursive: true });
  return archive;
}

async function fillPause(root: string): Promise<void> {
  await copyFile(await ensureGoProgram("pause"), join(root, "pause"));
}

async function fillSigner(root: string): Promise<void> {
  await copyFile(await ensureGoProgram("signer"), join(root, "signer"));
  await mkdir(join(root, "tmp"));
  await chmod(join(root, "tmp"), 0o1777);
}

async function fillBusybox(root: string, busybox: string): Promise<void> {
  for (const folder of ["bin", "etc", "tmp", "usr/bin"]) await mkdir(join(root, folder), { recursive: true });
  await chmod(join(root, "tmp"), 0o1777);
  await copyFile(busybox, join(root, "bin", "busybox"));
  const { stdout } = await run(busybox, ["--list"]);
  for (const applet of stdout.split("\n").filter((line) => line !== "" && line !== "busybox")) {
    await symlink("busybox", join(root, "bin", applet));
  }
  await symlink("../../bin/busybox", join(root, "usr", "bin", "env"));
  await writeFile(join(root, "etc", "passwd"), "root:x:0:0:root:/:/bin/sh\n");
}

async function fillGrantwave(root: string, busybox: string): Promise<void> {
  await fillBusybox(root, busybox);
  await copyFile(process.execPath, join(root, "usr", "bin", "node"));
  for (const library of await librariesOf(process.execPath)) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  const home = join(root, "opt", "grantwave");
  await mkdir(join(root, "usr", "local", "bin"), { recursive: true });
  await mkdir(home, { recursive: true });
  await copyFile(join(repository, "package.json"), join(home, "package.json"));
  await cp(join(repository, "dist"), join(home, "dist"), { recursive: true });
  await symlink("/opt/grantwave/dist/grantwave.js", join(root, "usr", "local", "bin", "grantwave"));
}

/** The shared libraries of a program, the loader among them; absolute paths. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const { stdout } = await run("ldd", [program]);
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}
