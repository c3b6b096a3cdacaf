import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Access, ClusterReader } from "../../src/cluster/cluster-reader.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { textAt } from "../../src/manifest/manifest.ts";

/** Objects as an API server gave them, and who may do what: one line `USER VERB KIND NAMESPACE` for each right. */
export interface Recorded {
  readonly objects: readonly JsonObject[];
  readonly rights?: readonly string[];
}

/** Reads objects that were recorded: the pure parts of `verify` without a cluster. */
export function recordedCluster({ objects, rights = [] }: Recorded): ClusterReader {
  return {
    where: "https://cluster.example.com",
    get: async ({ group, kind, name, namespace }) =>
      objects.find(
        (object) =>
          isOf(object, group, kind) &&
          textAt(object, "metadata", "name") === name &&
          (textAt(object, "metadata", "namespace") ?? "") === namespace,
      ),
    list: async ({ group, kind }, namespace, labels) =>
      objects.filter(
        (object) =>
          isOf(object, group, kind) &&
          (namespace === "" || textAt(object, "metadata", "namespace") === namespace) &&
          Object.entries(labels).every(([key, value]) => textAt(object, "metadata", "labels", key) === value),
      ),
    async *pages({ group, kind }, namespace) {
      yield objects.filter(
        (object) =>
          isOf(object, group, kind) &&
          (namespace === "" || textAt(object, "metadata", "namespace") === namespace),
      );
    },
    may: async (user, { kind, namespace, verb }: Access) =>
      rights.includes([user, verb, kind, namespace].join(" ")),
  };
}

function isOf(object: JsonObject, group: string, kind: string): boolean {
  const version = textAt(object, "apiVersion") ?? "";
  return textAt(object, "kind") === kind && (version.includes("/") ? version.split("/")[0] : "") === group;
}

/** The objects of a fixture, by `KIND/NAME`. */
export function readObjects(name: string): Readonly<Record<string, JsonObject>> {
  const text = readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
  const objects: readonly JsonObject[] = parseAllDocuments(text).map((document) => document.toJS());
  return Object.fromEntries(
    objects.map((object) => [`${textAt(object, "kind")}/${textAt(object, "metadata", "name")}`, object]),
  );
}
