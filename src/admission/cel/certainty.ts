import { groupOf } from "../../manifest/identity.ts";
import { type JsonObject, type JsonValue, textAt } from "../../manifest/manifest.ts";
import { isServedByKubernetes } from "../built-in-resources.ts";
import type { AdmissionRequest } from "../request.ts";
import { isUnknown } from "../request.ts";
import { changesBuiltIn, isUserMap } from "./built-in-changes.ts";
import type { CelPath, Certainty } from "./cel-map.ts";

/** Set by the API server on objects that it stores, and by nobody else. */
const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "deletionTimestamp",
  "finalizers",
  "generation",
  "managedFields",
  "ownerReferences",
  "resourceVersion",
  "selfLink",
  "uid",
]);

/** Kinds whose older fields the API server keeps in annotations (kubernetes 1.37 `pkg/apis/{apps,autoscaling}/v1`). */
const annotatedKinds: ReadonlySet<string> = new Set(["DaemonSet", "HorizontalPodAutoscaler"]);

/** What certainty there is about an object of a request: what conversion, defaults and later writers leave alone. */
export function objectCertainty(
  object: JsonObject,
  circumstances: {
    /** Absent fields may be there. */
    readonly isPartial: boolean;
    /** Absent fields beside the metadata may be there. */
    readonly hasDefaults: boolean;
    /** There may be more annotations. */
    readonly hasAnnotations: boolean;
    /** Its version is not the one in which it was sent. */
    readonly isConverted: boolean;
    /** Its name is yet to be generated. */
    readonly isNameless: boolean;
  },
): Certainty {
  const isBuiltIn = isServedByKubernetes(groupOf(textAt(object, "apiVersion") ?? ""));
  const { isPartial, hasDefaults, isConverted, isNameless } = circumstances;
  const mayHaveAnnotations =
    circumstances.hasAnnotations || (isBuiltIn && annotatedKinds.has(textAt(object, "kind") ?? ""));
  /** Whether there may be something where the text has nothing, or a mapping with more keys than in the text. */
  const mayHaveMore = ([first, second]: CelPath): boolean => {
    if (isPartial) return true;
    if (first !== "metadata") return hasDefaults;
    return mayHaveAnnotations && (second === undefined || second === "annotations");
  };
  return {
    isValueCertain(path, value) {
      if (value === undefined && mayHaveMore(path)) return false;
      if (isConverted && !survivesConversion(path, isBuiltIn)) return false;
      if (path[0] === "metadata" && path.length === 2) {
        const [, field = ""] = path;
        if (field === "name" && isNameless) return false;
        if (value === undefined && serverFields.has(field)) return false;
      }
      return !isBuiltIn || !changesBuiltIn(object, path, value);
    },
    areKeysCertain(path) {
      if (mayHaveMore(path) || (isConverted && !survivesConversion(path, isBuiltIn))) return false;
      return !isBuiltIn || isUserMap(path);
    },
  };
}

/** Nobody's converter changes who an object is; one of custom resources may change its labels. */
function survivesConversion(path: CelPath, isBuiltIn: boolean): boolean {
  const [first, second] = path;
  if (first === "apiVersion" || first === "kind") return true;
  if (first !== "metadata") return false;
  return second !== "annotations" && (isBuiltIn || second !== "labels");
}

/** What certainty there is about the fields of `request`. */
export function requestCertainty(request: AdmissionRequest): Certainty {
  return {
    isValueCertain(path: CelPath, _value: JsonValue | undefined) {
      const [first, second] = path;
      if (first === "options") return false;
      if (second === undefined) {
        if (first === "name") return !isUnknown(request, "name");
        return first !== "namespace" || !isUnknown(request, "scope");
      }
      if (first === "userInfo") return !isUnknown(request, "userInfo");
      return second !== "resource" || !isUnknown(request, "resource");
    },
    areKeysCertain([first]: CelPath) {
      return first !== "options" && !(first === "userInfo" && isUnknown(request, "userInfo"));
    },
  };
}
