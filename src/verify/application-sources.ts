import { isObject, type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { list } from "./sidecars.ts";

/**
 * The sources of an Application that Argo CD renders. Of several those without a path and a chart only lend their files to
 * others, images included (argo-cd 3.6.1 `reposerver/repository/repository.go` GenerateManifest).
 */
export function applicationSources(application: JsonObject): readonly JsonObject[] {
  if (hasSeveralSources(application)) {
    return list(valueAt(application, "spec", "sources")).filter(
      (source) => Boolean(textAt(source, "path")) || Boolean(textAt(source, "chart")),
    );
  }
  const one =
    valueAt(application, "spec", "sourceHydrator", "drySource") ?? valueAt(application, "spec", "source");
  return isObject(one) ? [one] : [];
}

/** Whether an Application lists its sources, be it one (argo-cd 3.6.1 `types.go` HasMultipleSources). */
export function hasSeveralSources(application: JsonObject): boolean {
  const isHydrated = isObject(valueAt(application, "spec", "sourceHydrator") ?? null);
  return !isHydrated && list(valueAt(application, "spec", "sources")).length > 0;
}
