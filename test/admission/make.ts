import { fieldsOf } from "../../src/admission/read-fields.ts";
import { readWebhook, type WebhookFields } from "../../src/admission/read-webhook.ts";
import type { AdmissionRequest } from "../../src/admission/request.ts";
import { groupOf } from "../../src/manifest/identity.ts";
import { type JsonObject, type Manifest, textAt } from "../../src/manifest/manifest.ts";

/** A webhook that sees everything, with the given fields of a manifest. */
export function makeWebhook(fields: JsonObject = {}): WebhookFields {
  return readWebhook(
    "Validating",
    fieldsOf(
      {
        name: "check.example.com",
        rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }],
        clientConfig: { url: "https://check.example.com" },
        sideEffects: "None",
        ...fields,
      },
      "webhooks[0]",
    ),
  );
}

/** The creation of a Pod by an ordinary user in namespace `web`. */
export function makeRequest(fields: Partial<AdmissionRequest> = {}): AdmissionRequest {
  return {
    operation: "CREATE",
    group: "",
    version: "v1",
    resource: "pods",
    subresource: "",
    kind: "Pod",
    namespace: "web",
    name: "server",
    namespaceLabels: { "kubernetes.io/metadata.name": "web" },
    object: makePod(),
    oldObject: null,
    userInfo: { username: "alice", groups: ["dev"] },
    ...fields,
  };
}

export function makePod(labels: JsonObject = { app: "server" }): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "server", namespace: "web", labels },
    spec: { containers: [{ name: "main", image: "registry.example.com/main:1" }] },
  };
}

/** A manifest as the read stage makes it, with its namespace as stated. */
export function makeManifest(value: JsonObject): Manifest {
  const apiVersion = textAt(value, "apiVersion") ?? "";
  const source = { file: "objects.yaml", line: 1, document: 1 };
  return {
    index: 0,
    ref: {
      group: groupOf(apiVersion),
      kind: textAt(value, "kind") ?? "",
      namespace: textAt(value, "metadata", "namespace") ?? "",
      name: textAt(value, "metadata", "name") ?? "",
    },
    apiVersion,
    value,
    annotations: {},
    document: { index: 0, start: 0, end: 0, source },
    path: [],
    source,
  };
}
