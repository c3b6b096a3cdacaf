import { chown, copyFile, cp, link, mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { testTools } from "../tools.ts";

const root = join(import.meta.dirname, "..", "..");

/** What an operator puts into the sidecar beside our image. */
export interface ImageFiles {
  /** plugin.yaml, if not our own. */
  readonly plugin?: string;
  /** The operator's grantwave.yaml. */
  readonly configuration?: string;
  /** Programs on PATH by their names, in the place of helm and kubectl too. */
  readonly programs?: Readonly<Record<string, string>>;
}

export interface Image {
  readonly server: string;
  /** Folder with plugin.yaml, and grantwave.yaml where there is one. */
  readonly config: string;
  readonly sockets: string;
  readonly temporary: string;
  /** A passwd file without the user. */
  readonly passwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Lays out a folder as the Dockerfile lays out the image: dist with package.json beside it, a link on PATH, the tools,
 * and nothing else of this repository. Without HOME, as a container whose user has no passwd entry.
 */
export async function installImage(
  folder: string,
  files: ImageFiles,
  { owner, program }: { readonly program: string; readonly owner: number | undefined },
): Promise<Image> {
  const [application, bin, config, sockets, temporary] = [
    "opt/grantwave",
    "bin",
    "config",
    "plugins",
    "tmp",
  ].map((name) => join(folder, name)) as [string, string, string, string, string];
  for (const path of [application, bin, config, sockets, temporary]) await mkdir(path, { recursive: true });
  await cp(join(root, "dist"), join(application, "dist"), { recursive: true });
  await copyFile(join(root, "package.json"), join(application, "package.json"));
  await symlink(join(application, "dist/grantwave.js"), join(bin, "grantwave"));

  const tools = await testTools();
  for (const name of ["helm", "kubectl"] as const) {
    const stub = files.programs?.[name];
    if (stub === undefined) await placeProgram(tools[name], join(bin, name));
  }
  for (const [name, script] of Object.entries(files.programs ?? {})) {
    await writeFile(join(bin, name), script, { mode: 0o755 });
  }
  const server = join(bin, "argocd-cmp-server");
  await placeProgram(program, server);

  if (files.plugin === undefined) await copyFile(join(root, "plugin.yaml"), join(config, "plugin.yaml"));
  else await writeFile(join(config, "plugin.yaml"), files.plugin);
  const configuration = join(config, "grantwave.yaml");
  if (files.configuration !== undefined) await writeFile(configuration, files.configuration);
  const passwd = join(folder, "passwd");
  await writeFile(passwd, "root:x:0:0:root:/root:/bin/sh\n");
  if (owner !== undefined) for (const path of [sockets, temporary]) await chown(path, owner, owner);
  return {
    server,
    config,
    sockets,
    temporary,
    passwd,
    env: {
      PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      TMPDIR: temporary,
      NODE_ENV: "production",
      ARGOCD_PLUGINSOCKFILEPATH: sockets,
      ARGOCD_BINARY_NAME: basename(server),
      GRANTWAVE_HELM: join(bin, "helm"),
      GRANTWAVE_KUBECTL: join(bin, "kubectl"),
      ...(files.configuration === undefined ? {} : { GRANTWAVE_CONFIG: configuration }),
    },
  };
}

/** The program itself under another name, where that is possible without a copy. */
async function placeProgram(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
