import { isObject, type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";

/** The two containers of install/, by the names of their plugins. */
export const pluginNames = ["grantwave", "grantwave-auto"] as const;
export type SidecarName = (typeof pluginNames)[number];

/** The containers of a Deployment's pods that run one of our plugins. */
export function sidecarsOf(deployment: JsonObject): ReadonlyMap<SidecarName, JsonObject> {
  const containers = list(valueAt(deployment, "spec", "template", "spec", "containers"));
  return new Map(
    pluginNames.flatMap((name) => {
      const container = containers.find((candidate) => textAt(candidate, "name") === name);
      return container === undefined ? [] : [[name, container] as const];
    }),
  );
}

/** Name of the volume that a container has at a path; undefined where it has none. */
export function volumeAt(container: JsonObject, path: string): string | undefined {
  const mount = list(valueAt(container, "volumeMounts")).find(
    (candidate) => textAt(candidate, "mountPath") === path,
  );
  return textAt(mount, "name");
}

export function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
