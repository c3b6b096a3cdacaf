import type { JsonObject, JsonValue } from "../../manifest/manifest.ts";
import { type AdmissionRequest, isUnknown, type KindIdentity, kindOf } from "../request.ts";
import { celValueOf } from "./cel-map.ts";
import { objectCertainty, requestCertainty } from "./certainty.ts";
import { type Extent, measure } from "./condition-cost.ts";
import type { Unknowns } from "./unknown-value.ts";

/** What the conditions of one webhook are asked about. */
export interface ConditionData {
  readonly extent: Extent;
  /** The variables of the expression; what is not known is raised when it is read. */
  variables(unknowns: Unknowns): Record<string, unknown>;
}

/**
 * The variables that match conditions have (`k8s.io/apiserver` 0.37 `plugin/cel/condition.go`
 * `CreateAdmissionRequest`): `object` and `oldObject` in the kind that the matching rule asked for, `request.kind` that
 * kind, `request.resource` the resource as it was asked for, `namespaceObject` always null.
 */
export function conditionData(
  request: AdmissionRequest,
  matched: { readonly kind: KindIdentity; readonly isConverted: boolean },
): ConditionData {
  const fields = requestFields(request, matched.kind);
  const { object, oldObject } = request;
  return {
    extent: measure([fields, object, oldObject]),
    variables(unknowns) {
      const shared = {
        isConverted: matched.isConverted,
        isNameless: isUnknown(request, "name"),
        hasDefaults: isUnknown(request, "defaults"),
        hasAnnotations: isUnknown(request, "annotations"),
      };
      const view = (value: JsonObject | null, isPartial: boolean): unknown =>
        value === null
          ? null
          : celValueOf(
              matched.isConverted ? { ...value, ...typeMeta(matched.kind) } : value,
              objectCertainty(value, { ...shared, isPartial }),
              unknowns,
            );
      return {
        request: celValueOf(fields, requestCertainty(request), unknowns),
        get object() {
          if (object === null && isUnknown(request, "object")) unknowns.raise("object");
          return view(object, isUnknown(request, "object"));
        },
        get oldObject() {
          if (isUnknown(request, "oldObject")) unknowns.raise("oldObject");
          return view(oldObject, false);
        },
        namespaceObject: null,
      };
    },
  };
}

/** `request` as JSON: empty strings, lists and maps are left out, as Go leaves them out. */
function requestFields(request: AdmissionRequest, kind: KindIdentity): JsonObject {
  const { group, version, resource, subresource, userInfo } = request;
  return present({
    kind: { ...kind },
    resource: { group, version, resource },
    subResource: subresource,
    requestKind: { ...kindOf(request) },
    requestResource: { group, version, resource },
    requestSubResource: subresource,
    name: request.name,
    namespace: request.namespace,
    operation: request.operation,
    userInfo: present({
      username: userInfo.username ?? "",
      uid: userInfo.uid ?? "",
      groups: userInfo.groups ?? [],
      extra: userInfo.extra ?? {},
    }),
    dryRun: request.dryRun ?? false,
    options: {},
  });
}

function present(fields: Readonly<Record<string, JsonValue>>): JsonObject {
  const kept: Record<string, JsonValue> = Object.create(null);
  for (const [key, value] of Object.entries(fields)) {
    if (value === "" || (Array.isArray(value) && value.length === 0)) continue;
    if (key === "extra" && Object.keys(value as JsonObject).length === 0) continue;
    kept[key] = value;
  }
  return kept;
}

function typeMeta({ group, version, kind }: KindIdentity): JsonObject {
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind };
}
