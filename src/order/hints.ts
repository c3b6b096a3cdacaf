import type { ObjectRef } from "../manifest/object-ref.ts";
import { matches, parseRef } from "../manifest/parse-ref.ts";

/** What a hint says of the object that it means: its name, and whether an object of that name is the one. */
export interface HintTarget {
  readonly name: string;
  readonly means: (ref: ObjectRef) => boolean;
}

/** One entry of a hint annotation, and what it means; undefined where it is not written as it must be. */
export interface Hint {
  readonly text: string;
  readonly target: HintTarget | undefined;
}

interface HintAnnotation {
  readonly annotation: string;
  readonly read: (value: string, owner: ObjectRef) => readonly Hint[];
}

/** The annotations by which an object asks to come after others. */
export const hintAnnotations: readonly HintAnnotation[] = [
  {
    annotation: "grantwave.dev/after",
    read: (value) => entries(value).map((text) => ({ text, target: ownTarget(text) })),
  },
  {
    annotation: "config.kubernetes.io/depends-on",
    read: (value) => entries(value).map((text) => ({ text, target: dependsOnTarget(text) })),
  },
];

function entries(value: string): readonly string[] {
  return value.split(",").map((entry) => entry.trim());
}

/** `KIND[.GROUP]/[NAMESPACE/]NAME`. */
function ownTarget(text: string): HintTarget | undefined {
  const pattern = parseRef(text);
  return pattern === undefined ? undefined : { name: pattern.name, means: (ref) => matches(pattern, ref) };
}

/**
 * `<group>/namespaces/<namespace>/<kind>/<name>` or, for cluster-scoped objects, `<group>/<kind>/<name>`; the core group
 * is empty (kubernetes-sigs/cli-utils `pkg/object/dependson`).
 */
function dependsOnTarget(text: string): HintTarget | undefined {
  const parts = text.split("/");
  const [group = "", second = "", third = "", kind = "", name = ""] = parts;
  if (parts.length === 5 && second === "namespaces" && third !== "" && kind !== "" && name !== "") {
    return {
      name,
      means: (ref) => ref.group === group && ref.kind === kind && ref.namespace === third,
    };
  }
  if (parts.length !== 3 || second === "" || third === "") return undefined;
  return {
    name: third,
    means: (ref) => ref.group === group && ref.kind === second && ref.namespace === "",
  };
}
