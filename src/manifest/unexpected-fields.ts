import { groupOf } from "./identity.ts";
import { type JsonObject, textAt } from "./manifest.ts";

/** How fields of Kubernetes are called: lower camel case (sig-architecture `api-conventions.md`, Naming conventions). */
const fieldName = /^[a-z][A-Za-z0-9]*$/;

/**
 * What the objects of groups without a dot have at their top level, all kinds together (k8s.io/api v0.37: core, apps,
 * autoscaling, batch, extensions, policy). No CustomResourceDefinition can have such a group.
 */
const builtInFields: ReadonlySet<string> = new Set(
  [
    "apiVersion kind metadata spec status items",
    "data binaryData stringData immutable type revision",
    "secrets imagePullSecrets automountServiceAccountToken",
    "template subsets target conditions deleteOptions",
    "involvedObject related reason message source action series count",
    "firstTimestamp lastTimestamp eventTime reportingComponent reportingInstance",
  ].flatMap((line) => line.split(" ")),
);

/** More of them say nothing more. */
const mostFields = 5;

/**
 * Keys at the top level of an object that cannot be fields of it. What a tool prints before the first document or after
 * the last, such as `WARNING: x`, reads as such a key where no separator stands between.
 */
export function unexpectedFields(value: JsonObject): readonly string[] {
  const isBuiltIn = !groupOf(textAt(value, "apiVersion") ?? "").includes(".");
  return Object.keys(value)
    .filter((key) => !fieldName.test(key) || (isBuiltIn && !builtInFields.has(key)))
    .slice(0, mostFields);
}
