import type { Config } from "../config/config.ts";
import type { Finding } from "../findings/finding.ts";
import { findDuplicates } from "../manifest/duplicates.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/read.ts";
import { splitDocuments } from "../manifest/split.ts";
import { renderMeanwhile } from "./render-meanwhile.ts";
import type { RunRequest } from "./run-request.ts";

/** The objects of an application that count, without anything being ordered. */
export interface ReadObjects {
  /** Of objects with the same identity the last, as Argo CD keeps them. */
  readonly manifests: readonly Manifest[];
  readonly config: Config;
  readonly findings: readonly Finding[];
}

/** Renders an application and reads its objects: what the commands about lockouts look at. */
export async function readObjects(request: RunRequest): Promise<ReadObjects> {
  const [rendered, { config }] = await renderMeanwhile(request, async () => {
    const { loadConfig } = await import("../config/load-config.ts");
    return loadConfig(request.config);
  });
  const documents = splitDocuments(rendered);
  const read = readManifests(rendered, documents.value, {
    destinationNamespace: request.application.namespace,
    onDocument: () => request.deadline.check("reading the manifests"),
  });
  const kept = findDuplicates(read.value);
  return {
    manifests: kept.value,
    config,
    findings: [...documents.findings, ...read.findings, ...kept.findings],
  };
}
