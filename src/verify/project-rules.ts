import { UsageError } from "../errors.ts";
import { isObject, type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { globMatcher } from "../render/glob-matcher.ts";

/** A cluster as Argo CD knows it; a project may name it either way. */
export interface ProjectDestination {
  readonly server: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * Whether a project lets namespaced objects of a kind into a sync (argo-cd 3.6.1 `app_project_types.go`
 * `IsGroupKindNamePermitted`). A list that is there and empty allows nothing.
 */
export function permitsKind(project: JsonObject, group: string, kind: string): boolean {
  const allowed = valueAt(project, "spec", "namespaceResourceWhitelist");
  const denied = valueAt(project, "spec", "namespaceResourceBlacklist");
  const isAmong = (list: unknown) =>
    objects(list).some(
      (entry) => matches(textAt(entry, "kind") ?? "", kind) && matches(textAt(entry, "group") ?? "", group),
    );
  return (allowed === undefined || allowed === null || isAmong(allowed)) && !isAmong(denied);
}

/** Whether a project lets objects go there (argo-cd 3.6.1 `app_project_types.go` `isDestinationMatched`). */
export function permitsDestination(project: JsonObject, destination: ProjectDestination): boolean {
  let anyMatched = false;
  for (const item of objects(valueAt(project, "spec", "destinations"))) {
    const [name, server, namespace] = (["name", "server", "namespace"] as const).map(
      (field) => textAt(item, field) ?? "",
    ) as [string, string, string];
    const isName = destination.name !== "" && matches(name, destination.name);
    const isServer = destination.server !== "" && matches(server, destination.server);
    const isNamespace = matches(namespace, destination.namespace);
    if ((isName || isServer) && isNamespace) anyMatched = true;
    else if (((!isName && isDenial(name)) || (!isServer && isDenial(server))) && isNamespace) return false;
    else if (!isNamespace && isDenial(namespace) && isServer) return false;
  }
  return anyMatched;
}

function isDenial(pattern: string): boolean {
  return pattern.startsWith("!");
}

/** `*`, `team-*`, `!kube-*`; a pattern that cannot be read matches nothing. */
function matches(pattern: string, text: string): boolean {
  if (isDenial(pattern)) return !matches(pattern.slice(1), text);
  try {
    return globMatcher(pattern)(text);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function objects(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
