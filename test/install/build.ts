import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { testTools } from "../tools.ts";

const root = join(import.meta.dirname, "../..");

/** What the tests look at in any object. */
export interface Built {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: objects of many kinds, and a test that misreads one fails.
  readonly [field: string]: any;
}

/**
 * Builds folders of install/ with the real kustomize: components on top of what Argo CD installs, with the configuration
 * of the example, or one folder alone.
 */
export async function buildInstall(
  parts: { readonly components?: readonly string[]; readonly resources?: readonly string[] },
  namespace?: string,
): Promise<readonly Built[]> {
  return build("overlay", async (folder) => {
    const overlay = join(folder, "overlay");
    await mkdir(overlay);
    await cp(join(folder, "install/example/grantwave.yaml"), join(overlay, "grantwave.yaml"));
    const config = { name: "grantwave-config", files: ["grantwave.yaml"] };
    const kustomization = {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      ...(namespace === undefined ? {} : { namespace }),
      resources: (parts.resources ?? []).map((path) => `../${path}`),
      components: (parts.components ?? []).map((path) => `../install/${path}`),
      configMapGenerator: parts.components?.includes("repo-server") ? [config] : [],
    };
    await writeFile(join(overlay, "kustomization.yaml"), JSON.stringify(kustomization));
  });
}

/** Builds install/example as it is, but for the manifests of Argo CD that it fetches: those of the fixtures stand for them. */
export async function buildExample(
  change: (kustomization: string) => string = (text) => text,
): Promise<readonly Built[]> {
  return build("install/example", async (folder) => {
    const file = join(folder, "install/example/kustomization.yaml");
    const text = change(await readFile(file, "utf8"));
    await writeFile(file, text.replace(/https:.*install\.yaml$/m, `../../${argoCd}`));
  });
}

async function build(path: string, prepare: (folder: string) => Promise<void>): Promise<readonly Built[]> {
  const folder = await mkdtemp(join(tmpdir(), "grantwave-install-"));
  try {
    await cp(join(root, "install"), join(folder, "install"), { recursive: true });
    await cp(join(import.meta.dirname, "fixtures"), join(folder, "fixtures"), { recursive: true });
    await prepare(folder);
    const { kubectl } = await testTools();
    const { stdout } = await promisify(execFile)(kubectl, ["kustomize", join(folder, path)]);
    return parseAllDocuments(stdout).map((document) => document.toJS());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const argoCd = "fixtures/argo-cd";

export function only(objects: readonly Built[], kind: string, name?: string): Built {
  const found = objects.filter(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`there are ${found.length} objects ${kind}/${name ?? "*"}`);
  }
  return first;
}
