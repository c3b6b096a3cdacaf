import type { JsonObject, JsonValue, Manifest } from "../../src/manifest/manifest.ts";
import { textAt } from "../../src/manifest/manifest.ts";

/** A manifest as the read stage makes it, from the object itself; `namespace` is the destination's. */
export function makeManifest(object: JsonObject, namespace = "web"): Manifest {
  const apiVersion = textAt(object, "apiVersion") ?? "v1";
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  const kind = textAt(object, "kind") ?? "";
  const source = { file: `${kind.toLowerCase()}.yaml`, line: 1, document: 1 };
  return {
    index: 0,
    ref: {
      group,
      kind,
      namespace: textAt(object, "metadata", "namespace") ?? namespace,
      name: textAt(object, "metadata", "name") ?? "",
    },
    apiVersion,
    value: object,
    annotations: {},
    document: { index: 0, start: 0, end: 0, source },
    path: [],
    source,
  };
}

/** A projected volume that asks for one certificate. */
export function certificateVolume(request: JsonObject = {}): JsonObject {
  return {
    name: "certificate",
    projected: {
      sources: [
        {
          podCertificate: {
            signerName: "example.com/workload",
            keyType: "ECDSAP256",
            credentialBundlePath: "bundle.pem",
            ...request,
          },
        },
      ],
    },
  };
}

/** A pod spec with one container and one certificate. */
export function podSpec(fields: JsonObject = {}): JsonObject {
  return {
    containers: [{ name: "main", image: "registry.example.com/main:1" }],
    volumes: [certificateVolume()],
    ...fields,
  };
}

/** A Deployment called `server`; `spec` is merged over a template with one certificate. */
export function deployment(spec: JsonObject = {}, pod: JsonObject = {}): Manifest {
  return workload("apps/v1", "Deployment", { template: { spec: podSpec(pod) }, ...spec });
}

/** An object called `server` with the given spec. */
export function workload(apiVersion: string, kind: string, spec: JsonValue): Manifest {
  return makeManifest({ apiVersion, kind, metadata: { name: "server" }, spec });
}
