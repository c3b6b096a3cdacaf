import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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

/** Builds folders of install/ with the real kustomize: components on top of what Argo CD installs, or one folder alone. */
export async function buildInstall(
  parts: { readonly components?: readonly string[]; readonly resources?: readonly string[] },
  namespace?: string,
): Promise<readonly Built[]> {
  const folder = await mkdtemp(join(tmpdir(), "grantwave-install-"));
  try {
    await cp(join(root, "install"), join(folder, "install"), { recursive: true });
    await cp(join(import.meta.dirname, "fixtures"), join(folder, "fixtures"), { recursive: true });
    await mkdir(join(folder, "overlay"));
    const kustomization = {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      ...(namespace === undefined ? {} : { namespace }),
      resources: (parts.resources ?? []).map((path) => `../${path}`),
      components: (parts.components ?? []).map((path) => `../install/${path}`),
    };
    await writeFile(join(folder, "overlay", "kustomization.yaml"), JSON.stringify(kustomization));
    const { kubectl } = await testTools();
    const { stdout } = await promisify(execFile)(kubectl, ["kustomize", join(folder, "overlay")]);
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
