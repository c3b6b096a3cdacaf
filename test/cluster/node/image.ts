import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What an image is to run, and as whom. */
export interface ImageConfig {
  readonly name: string;
  readonly entrypoint: readonly string[];
  /** A number: the kubelet cannot tell whether a name is root. */
  readonly user?: string;
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Packs a folder into an image of one layer, without a container engine: a docker-archive, as `ctr images import` takes it
 * (github.com/moby/moby image/spec v1.2). Gives the path of the archive. `workshop` is an empty folder.
 */
export async function packImage(rootFolder: string, config: ImageConfig, workshop: string): Promise<string> {
  await mkdir(workshop);
  const layer = join(workshop, "layer.tar");
  const owner = ["--owner=0", "--group=0", "--numeric-owner"];
  await run("tar", ["-C", rootFolder, "--sort=name", "--mtime=@0", ...owner, "-cf", layer, "."]);
  const hash = createHash("sha256");
  await pipeline(createReadStream(layer), hash);
  const description = {
    architecture: architectures[process.arch],
    os: "linux",
    config: {
      Entrypoint: config.entrypoint,
      Env: ["PATH=/usr/local/bin:/usr/bin:/bin"],
      ...(config.user === undefined ? {} : { User: config.user }),
    },
    rootfs: { type: "layers", diff_ids: [`sha256:${hash.digest("hex")}`] },
  };
  await writeFile(join(workshop, "config.json"), JSON.stringify(description));
  const manifest = [{ Config: "config.json", RepoTags: [config.name], Layers: ["layer.tar"] }];
  await writeFile(join(workshop, "manifest.json"), JSON.stringify(manifest));
  const archive = join(workshop, "image.tar");
  await run("tar", ["-C", workshop, "-cf", archive, "manifest.json", "config.json", "layer.tar"]);
  return archive;
}
