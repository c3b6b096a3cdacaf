import { isObject, type JsonObject, valueAt } from "../manifest/manifest.ts";
import { list } from "./sidecars.ts";

/** The sources of an Application that Argo CD renders; one that only lends its files to others is none of them. */
export function applicationSources(application: JsonObject): readonly JsonObject[] {
  const dry = valueAt(application, "spec", "sourceHydrator", "drySource");
  if (isObject(dry)) return [dry];
  const several = list(valueAt(application, "spec", "sources"));
  const one = valueAt(application, "spec", "source");
  const all = several.length > 0 ? several : isObject(one) ? [one] : [];
  return all.filter((source) => Boolean(valueAt(source, "path")) || Boolean(valueAt(source, "chart")));
}
