import { groupOf } from "../manifest/identity.ts";
import { type JsonObject, type JsonValue, textAt } from "../manifest/manifest.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface ResourceIdentity {
  readonly group: string;
  readonly version: string;
  /** The plural in lower case, such as `deployments`. */
  readonly resource: string;
}

export interface KindIdentity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Another name under which the API server serves the same objects, for `matchPolicy: Equivalent`. */
export interface Equivalent extends ResourceIdentity {
  /** Absent: the resource itself. An entry says nothing about subresources other than its own. */
  readonly subresource?: string | undefined;
  readonly kind: string;
  /** Where the kind lives in another group or version than the resource, as `Scale` does. */
  readonly kindGroup?: string | undefined;
  readonly kindVersion?: string | undefined;
}

export interface UserInfo {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * What a request can leave open. `resource`: the plural. `scope`: whether `namespace` counts at all. `equivalents`:
 * whether the resource is served under further names. `namespaceLabels`, `object`: what is given is certain, what is
 * absent may be there. `annotations`: there may be more of them. `defaults`: the API server may fill in fields beside the metadata. `oldObject`, `name`,
 * `userInfo`: nothing is certain.
 */
export type UnknownPart =
  | "resource"
  | "scope"
  | "equivalents"
  | "namespaceLabels"
  | "name"
  | "userInfo"
  | "object"
  | "annotations"
  | "defaults"
  | "oldObject";

/** One request to the API server as its admission plugins see it (`k8s.io/apiserver` 0.37 `admission.Attributes`). */
export interface AdmissionRequest extends ResourceIdentity {
  readonly operation: Operation;
  /** `""` for the resource itself. */
  readonly subresource: string;
  readonly kind: string;
  /** `""` for cluster-scoped objects; its own name for a Namespace. */
  readonly namespace: string;
  /** `""` where the API server has yet to generate it. */
  readonly name: string;
  /** Labels of the stored Namespace; null where there is no such Namespace. */
  readonly namespaceLabels: Readonly<Record<string, string>> | null;
  /** Null on DELETE; the options object on CONNECT. */
  readonly object: JsonObject | null;
  /** Null on CREATE and CONNECT. */
  readonly oldObject: JsonObject | null;
  readonly userInfo: UserInfo;
  readonly dryRun?: boolean | undefined;
  /** In the order in which the API server registered them; the request's own resource may be among them. */
  readonly equivalents?: readonly Equivalent[] | undefined;
  readonly unknown?: readonly UnknownPart[] | undefined;
}

export function isUnknown(request: AdmissionRequest, part: UnknownPart): boolean {
  return request.unknown?.includes(part) ?? false;
}

/** Group, version and kind of the request's object: of a Binding, say, where the resource is `pods/binding`. */
export function kindOf(request: AdmissionRequest): KindIdentity {
  const apiVersion = textAt(request.object ?? request.oldObject ?? undefined, "apiVersion");
  if (apiVersion === undefined) return { group: request.group, version: request.version, kind: request.kind };
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind: request.kind };
}

/** The version of an apiVersion: `v1` of `apps/v1` and of `v1`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** A string map such as labels; null where it is something else. Absent and null count as empty. */
export function stringMap(value: JsonValue | undefined): Readonly<Record<string, string>> | null {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) return null;
  const map: Record<string, string> = Object.create(null);
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") return null;
    map[key] = text;
  }
  return map;
}
