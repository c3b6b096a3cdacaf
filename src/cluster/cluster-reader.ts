import { OutsideError } from "../errors.ts";
import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { quote } from "../quote.ts";
import { type ApiAnswer, type ApiConnection, callApi } from "./api-call.ts";
import { withDeadline } from "./with-deadline.ts";

/** A kind, whatever its version: the API server says which one it prefers. */
export type KindRef = Pick<ObjectRef, "group" | "kind">;

/** What somebody wants to do, as an access review asks it; an undefined name stands for every name. */
export interface Access extends KindRef {
  readonly verb: string;
  /** Empty for what lives in no namespace, and for every namespace. */
  readonly namespace: string;
  readonly name: string | undefined;
}

/** Reads a cluster, and changes nothing in it. */
export interface ClusterReader {
  /** For messages. */
  readonly where: string;
  /** Undefined where there is no such object, or no such kind. */
  get(ref: ObjectRef): Promise<JsonObject | undefined>;
  /**
   * Those with these labels, or those that a selector such as `app in (a,b)` selects, in one namespace; empty for all of
   * them. None where there is no such kind.
   */
  list(
    kind: KindRef,
    namespace: string,
    labels: Readonly<Record<string, string>> | string,
  ): Promise<readonly JsonObject[]>;
  /**
   * All that a field selector such as `status.phase=Pending` selects, page by page, whatever their number; empty for all.
   * Kinds of which the group's preferred version knows nothing are looked for in its others.
   */
  pages(kind: KindRef, namespace: string, fields: string): AsyncIterable<readonly JsonObject[]>;
  /** Whether a user such as `system:serviceaccount:argocd:argocd-repo-server` may do that. */
  may(user: string, access: Access): Promise<boolean>;
}

/** The API server answered, but did not say: we may not ask, or it failed. */
export class UnansweredError extends OutsideError {
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** How long the server asks us to leave it alone. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    options: { hint?: string; status?: number; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, { hint: options.hint });
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const deadlineSeconds = 15;
/** Pods are some ten kilobytes each; more than a few megabytes are no answer. */
const pageSize = 250;
const groupOfServiceAccounts = "system:serviceaccounts";

/**
 * A reader over a connection; what kinds there are is asked once for each group.
 *
 * @param onAnswer is shown every answer, whatever it says.
 */
export function clusterReader(
  connection: ApiConnection,
  signal: AbortSignal,
  onAnswer: (answer: ApiAnswer) => void = () => {},
): ClusterReader {
  const groups = new Map<string, Promise<JsonObject | undefined>>();

  async function ask(path: string, body?: JsonObject): Promise<JsonObject | undefined> {
    const answer = await withDeadline(signal, deadlineSeconds, (until) =>
      callApi(connection, {
        path,
        accept: "application/json",
        signal: until,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    onAnswer(answer);
    if (answer.status === 404) return undefined;
    const value = parse(answer.body);
    if (answer.status >= 200 && answer.status < 300 && value !== undefined) return value;
    const said = quote(textAt(value, "message") ?? "", 300);
    throw new UnansweredError(`${connection.where} answered ${answer.status}: ${said}`, {
      hint: "docs/commands.md#verify lists what one has to be allowed to read",
      status: answer.status,
      retryAfterSeconds: answer.retryAfterSeconds,
    });
  }

  /** The version that a group prefers, and its resources there. */
  async function groupOf(group: string): Promise<JsonObject | undefined> {
    if (group === "") return ask("/api/v1");
    const version = textAt(await ask(`/apis/${group}`), "preferredVersion", "groupVersion");
    return version === undefined ? undefined : ask(`/apis/${version}`);
  }

  async function resourceOf({ group, kind }: KindRef): Promise<Resource | undefined> {
    const known = groups.get(group) ?? groupOf(group);
    groups.set(group, known);
    // A failure is not remembered: the next question may find the server well.
    known.catch(() => groups.delete(group));
    return resourceIn(await known, { group, kind });
  }

  /** A kind that is young is served in a version that its group does not prefer yet. */
  async function resourceOfAnyVersion(kind: KindRef): Promise<Resource | undefined> {
    const preferred = await resourceOf(kind);
    if (preferred !== undefined || kind.group === "") return preferred;
    for (const { groupVersion } of listAt(await ask(`/apis/${kind.group}`), "versions")) {
      if (typeof groupVersion !== "string") continue;
      const found = resourceIn(await ask(`/apis/${groupVersion}`), kind);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return {
    where: connection.where,
    async get(ref) {
      const resource = await resourceOf(ref);
      return resource && ask(`${folderOf(resource, ref.namespace)}/${encodeURIComponent(ref.name)}`);
    },
    async list(kind, namespace, labels) {
      const resource = await resourceOf(kind);
      if (resource === undefined) return [];
      const selector =
        typeof labels === "string"
          ? labels
          : Object.entries(labels)
              .map((pair) => pair.join("="))
              .join();
      const query = `?labelSelector=${encodeURIComponent(selector)}`;
      return listAt(await ask(folderOf(resource, namespace) + query), "items");
    },
    async *pages(kind, namespace, fields) {
      const resource = await resourceOfAnyVersion(kind);
      if (resource === undefined) return;
      for (let rest = ""; ; ) {
        const query = new URLSearchParams({ limit: String(pageSize), fieldSelector: fields, continue: rest });
        const page = await ask(`${folderOf(resource, namespace)}?${query}`);
        yield listAt(page, "items");
        rest = textAt(page, "metadata", "continue") ?? "";
        if (rest === "") return;
      }
    },
    async may(user, { group, kind, name, namespace, verb }) {
      const resource = await resourceOf({ group, kind });
      if (resource === undefined) throw new UnansweredError(`${connection.where} knows no kind ${kind}`);
      const review = await ask("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: {
          user,
          groups: groupsOf(user),
          resourceAttributes: {
            verb,
            group,
            resource: resource.name,
            ...(namespace === "" ? {} : { namespace }),
            ...(name === undefined ? {} : { name }),
          },
        },
      });
      return valueAt(review, "status", "allowed") === true;
    },
  };
}

function resourceIn(list: JsonObject | undefined, { kind }: KindRef): Resource | undefined {
  const found = listAt(list, "resources").find(
    (resource) => textAt(resource, "kind") === kind && !(textAt(resource, "name") ?? "/").includes("/"),
  );
  const version = textAt(list, "groupVersion");
  if (found === undefined || version === undefined) return undefined;
  return {
    base: version === "v1" ? "/api/v1" : `/apis/${version}`,
    name: textAt(found, "name") ?? "",
    isNamespaced: valueAt(found, "namespaced") === true,
  };
}

interface Resource {
  /** `/apis/apps/v1` */
  readonly base: string;
  /** The plural, as paths and rules have it. */
  readonly name: string;
  readonly isNamespaced: boolean;
}

function folderOf({ base, isNamespaced, name }: Resource, namespace: string): string {
  const within = isNamespaced && namespace !== "" ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${base}${within}/${name}`;
}

/** The groups that the API server gives a service account (kubernetes 1.37 `serviceaccount.MakeGroupNames`). */
function groupsOf(user: string): readonly string[] {
  const [, , namespace = ""] = user.split(":");
  return [groupOfServiceAccounts, `${groupOfServiceAccounts}:${namespace}`, "system:authenticated"];
}

function listAt(value: JsonValue | undefined, key: string): readonly JsonObject[] {
  const items = valueAt(value, key);
  return Array.isArray(items) ? items.filter(isObject) : [];
}

function parse(body: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
