import type { ObjectSchema } from "@marcbachmann/cel-js";

/** The fields of `request` with their types (`k8s.io/apiserver` 0.37 `plugin/cel/compile.go` `BuildRequestType`). */
export function requestSchema(): ObjectSchema {
  const kind = { group: "string", version: "string", kind: "string" };
  const resource = { group: "string", version: "string", resource: "string" };
  return {
    kind,
    resource,
    subResource: "string",
    requestKind: kind,
    requestResource: resource,
    requestSubResource: "string",
    name: "string",
    namespace: "string",
    operation: "string",
    userInfo: {
      username: "string",
      uid: "string",
      groups: "list<string>",
      extra: "map<string, list<string>>",
    },
    dryRun: "bool",
    options: "dyn",
  };
}
