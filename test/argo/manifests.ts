import type { JsonObject, Manifest } from "../../src/manifest/manifest.ts";

interface Given {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly index?: number;
  readonly [field: string]: unknown;
}

/** A manifest as the reader gives it: a ConfigMap `settings` in namespace `shop` where nothing else is said. */
export function manifest(given: Given = {}): Manifest {
  const { apiVersion = "v1", kind = "ConfigMap", namespace = "shop", name = "settings", ...rest } = given;
  const { annotations = {}, index = 0, ...fields } = rest;
  const source = { file: "manifests.yaml", line: 1, document: index + 1 };
  return {
    index,
    ref: {
      group: apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "",
      kind,
      namespace,
      name,
    },
    apiVersion,
    value: { apiVersion, kind, metadata: { name, annotations }, ...fields } as JsonObject,
    annotations,
    document: { index, start: 0, end: 0, source },
    path: [],
    source,
  };
}
