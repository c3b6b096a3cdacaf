import type { ClusterReader } from "../cluster/cluster-reader.ts";
import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { list, sidecarsOf, volumeAt } from "./sidecars.ts";

/** Where the sidecars read their configuration (src/config/load-config.ts). */
const folder = "/etc/grantwave";
const file = "grantwave.yaml";

export interface InstalledConfiguration {
  /** For messages: `ConfigMap argocd/grantwave-config`. */
  readonly from: string;
  readonly text: string;
}

/** The configuration that the sidecars mount; undefined where they mount none, or not out of a ConfigMap. */
export async function installedConfiguration(
  reader: ClusterReader,
  deployment: JsonObject,
): Promise<InstalledConfiguration | undefined> {
  const [sidecar] = sidecarsOf(deployment).values();
  const volume = sidecar && volumeAt(sidecar, folder);
  const found = list(valueAt(deployment, "spec", "template", "spec", "volumes")).find(
    (candidate) => volume !== undefined && textAt(candidate, "name") === volume,
  );
  const name = textAt(found, "configMap", "name");
  if (name === undefined) return undefined;
  const namespace = textAt(deployment, "metadata", "namespace") ?? "";
  const text = textAt(await reader.get({ group: "", kind: "ConfigMap", namespace, name }), "data", file);
  return text === undefined ? undefined : { from: `ConfigMap ${namespace}/${name}`, text };
}
