import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { GrantwaveError } from "../errors.ts";
import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/read.ts";
import { splitDocuments } from "../manifest/split.ts";
import { kustomizationNames } from "../render/detect-renderer.ts";
import { readKustomization } from "../render/kustomize-bases.ts";
import { render } from "../render/render.ts";
import type { RenderRequest } from "../render/render-request.ts";
import type { Tools } from "../render/tools.ts";
import type { FoundValues } from "./found-values.ts";

/**
 * What a kustomization says of its name prefix and suffix, its namespace and its replicas, and the images of what it
 * builds (argo-cd 3.6 `util/kustomize/kustomize.go` getImageParameters): what a parameter takes the place of. Labels,
 * annotations, patches and components are only ever added, so that nothing is shown of them.
 */
export async function kustomizationValues(request: RenderRequest, tools: Tools): Promise<FoundValues> {
  const notices: string[] = [];
  const told = (error: unknown): undefined => {
    if (!(error instanceof GrantwaveError)) throw error;
    notices.push(error.message);
  };
  const kustomization = await ownKustomization(request).catch(told);
  const images = await builtImages(request, tools).catch(told);
  return {
    values: {
      ...texts(kustomization),
      ...(images === undefined ? {} : { images }),
      replicas: replicasOf(kustomization),
    },
    notices,
  };
}

async function ownKustomization({ folder, root }: RenderRequest): Promise<JsonObject | undefined> {
  for (const name of kustomizationNames) {
    const value = await readKustomization(join(folder, name), name, await realpath(root));
    if (value !== undefined) return isObject(value) ? value : undefined;
  }
  return undefined;
}

function texts(kustomization: JsonObject | undefined): Readonly<Record<string, string>> {
  const fields = {
    "name-prefix": "namePrefix",
    "name-suffix": "nameSuffix",
    "kustomize-namespace": "namespace",
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const text = textAt(kustomization, field);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function replicasOf(kustomization: JsonObject | undefined): Readonly<Record<string, string>> {
  const listed = valueAt(kustomization, "replicas");
  const entries = (Array.isArray(listed) ? (listed as readonly JsonValue[]) : []).flatMap((entry) => {
    const [name, count] = [textAt(entry, "name"), valueAt(entry, "count")];
    return name === undefined || typeof count !== "number" ? [] : [[name, String(count)] as const];
  });
  return Object.fromEntries(entries);
}

/** Sorted, each once; one without a tag or a digest says nothing that could be set. */
async function builtImages(request: RenderRequest, tools: Tools): Promise<readonly string[]> {
  const rendered = await render({ ...request, renderer: "kustomize" }, tools);
  const manifests = readManifests(rendered, splitDocuments(rendered).value, { destinationNamespace: "" });
  const images = new Set<string>();
  for (const { value } of manifests.value) collectImages(value, images);
  return [...images].filter((image) => /[:@][^/]*$/.test(image)).sort();
}

function collectImages(value: JsonValue | undefined, images: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) collectImages(item, images);
  }
  if (!isObject(value ?? null)) return;
  for (const [key, field] of Object.entries(value as JsonObject)) {
    if ((key === "containers" || key === "initContainers") && Array.isArray(field)) {
      for (const container of field as readonly JsonValue[]) {
        const image = textAt(container, "image");
        if (image !== undefined) images.add(image);
      }
    } else collectImages(field, images);
  }
}
