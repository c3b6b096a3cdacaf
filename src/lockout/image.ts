import { type JsonObject, textAt } from "../manifest/manifest.ts";

/** Where the image of a container comes from. */
export interface Image {
  readonly name: string;
  /** `docker.io` where the name has none. */
  readonly host: string;
  /** True where every start asks the registry, cached or not. */
  readonly isAlwaysPulled: boolean;
}

/**
 * The image of a container (kubernetes 1.37 `pkg/apis/core/v1/defaults.go`: without a policy, `latest` and no tag are
 * pulled always; distribution/reference: the first part is a host if it has a dot or a colon, or is localhost).
 */
export function imageOf(container: JsonObject): Image | undefined {
  const name = textAt(container, "image");
  if (name === undefined || name === "") return undefined;
  const slash = name.indexOf("/");
  const first = slash === -1 ? "" : name.slice(0, slash);
  const host = /[.:]/.test(first) || first === "localhost" ? first : "docker.io";
  const rest = name.slice(name.lastIndexOf("/") + 1);
  const isLatest = !rest.includes("@") && (!rest.includes(":") || rest.endsWith(":latest"));
  const policy = textAt(container, "imagePullPolicy") ?? (isLatest ? "Always" : "IfNotPresent");
  return { name, host, isAlwaysPulled: policy === "Always" };
}
