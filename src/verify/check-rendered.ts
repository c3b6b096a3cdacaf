import { textAt, valueAt } from "../manifest/manifest.ts";
import { hasSeveralSources } from "./application-sources.ts";
import type { Check, CheckResult } from "./check.ts";
import { list } from "./sidecars.ts";

/** What Argo CD says it rendered the Application with, and whether it could. */
export const checkRendered: Check = {
  name: "rendered",
  async run({ application }) {
    if (application === undefined) return [];
    const { object, ref } = application;
    const errors = list(valueAt(object, "status", "conditions")).filter((condition) =>
      (textAt(condition, "type") ?? "").endsWith("Error"),
    );
    if (errors.length > 0) {
      return errors.map((condition) => ({
        status: "failed",
        message: `Argo CD reports ${textAt(condition, "type")}: ${textAt(condition, "message") ?? ""}`,
        ref,
      }));
    }
    const types = typesOf(object["status"], hasSeveralSources(object));
    if (types.length === 0) {
      const message = "Argo CD has not rendered the Application yet";
      return [{ status: "unknown", message, hint: "refresh it", ref }];
    }
    const others = types.filter((type) => type !== "Plugin");
    return others.length === 0
      ? [{ status: "passed", message: "Argo CD last rendered the Application with a plugin", ref }]
      : others.map(
          (type): CheckResult => ({
            status: "failed",
            message: `Argo CD last rendered the Application by itself (${type}), so it is not ordered`,
            hint: "ask for a hard refresh; if that does not help, the sidecar does not answer",
            ref,
          }),
        );
  },
};

/**
 * `status.sourceTypes` where the Application lists its sources, be it one, else `status.sourceType` (argo-cd 3.6.1
 * `controller/state.go` CompareAppState). A source that only lends its files has an empty type.
 */
function typesOf(status: Parameters<typeof valueAt>[0], hasSeveral: boolean): readonly string[] {
  const types = hasSeveral ? valueAt(status, "sourceTypes") : [valueAt(status, "sourceType")];
  const all: readonly unknown[] = Array.isArray(types) ? types : [];
  return all.filter((type): type is string => typeof type === "string" && type !== "");
}
