import { UsageError } from "../../errors.ts";
import type { JsonObject } from "../../manifest/manifest.ts";
import { quote } from "../../quote.ts";
import { byName, listOf, sortedByName, withField } from "./fields.ts";

/**
 * `kustomize edit set replicas`: counts by name, which take the place of what the kustomization says, sorted by name
 * (kustomize 5.8 `kustomize/commands/edit/set/setreplicas.go`).
 */
export function setReplicas(before: JsonObject, replicas: Readonly<Record<string, string>>): JsonObject {
  const counts = Object.entries(replicas);
  if (counts.length === 0) return before;
  const wanted = new Map(byName(listOf(before, "replicas")));
  for (const [name, count] of counts) wanted.set(name, { name, count: readCount(name, count) });
  return withField(before, "replicas", sortedByName(wanted));
}

function readCount(name: string, count: string): number {
  const value = /^[+-]?\d{1,10}$/.test(count) ? Number(count) : Number.NaN;
  if (Number.isInteger(value)) return value;
  throw new UsageError(`replicas sets ${quote(name)} to ${quote(count)}, which is no whole number`, {
    hint: 'give the name of a workload and a count, such as web: "3"',
  });
}
