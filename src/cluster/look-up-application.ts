import { type ApplicationName, parseInstanceName } from "../argo/instance-name.ts";
import { type LiveApplication, readLiveApplication } from "../argo/live-application.ts";
import { OutsideError } from "../errors.ts";
import { quote } from "../quote.ts";
import { type ApiAnswer, callApi } from "./api-call.ts";
import { mountedApiServer } from "./service-account.ts";
import { withDeadline } from "./with-deadline.ts";

/** Everything that a look-up depends on. */
export interface LookUp {
  /** As in `ARGOCD_APP_NAME`: `<name>`, or `<namespace>_<name>`. */
  readonly appName: string;
  /** Argo CD's own namespace; undefined for that of the pod. */
  readonly argocdNamespace: string | undefined;
  /** The folder of the mounted service account. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** `metadata` leaves the spec, which may hold values that are nobody's business, where it is. */
  readonly parts: "metadata" | "all";
}

const accepted: Readonly<Record<LookUp["parts"], string>> = {
  metadata: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  all: "application/json",
};

/**
 * Asks the API server for one Application, with the mounted token. Undefined where there is no such Application.
 *
 * @throws OutsideError where that cannot be found out: no answer in time, no right to ask, an answer that says neither.
 */
export function lookUpApplication(lookUp: LookUp): Promise<LiveApplication | undefined> {
  return withDeadline(lookUp.signal, lookUp.timeoutSeconds, (signal) => lookUpUntil(lookUp, signal));
}

async function lookUpUntil(
  { appName, argocdNamespace, env, folder, parts }: LookUp,
  signal: AbortSignal,
): Promise<LiveApplication | undefined> {
  const server = await mountedApiServer(folder, env, signal);
  const controlPlane = argocdNamespace ?? server.namespace;
  const application = parseInstanceName(appName, controlPlane);
  if (application === undefined) {
    throw new OutsideError(
      controlPlane === ""
        ? "Argo CD's own namespace is not known: the service account's folder has no file namespace"
        : `${quote(appName)} is no name of an Application`,
      { hint: "Argo CD gives the name in ARGOCD_APP_NAME; GRANTWAVE_ARGOCD_NAMESPACE names its namespace" },
    );
  }
  const path = pathOf(application);
  const answer = await callApi(server.connection, { path, accept: accepted[parts], signal });
  return readAnswer(answer, application);
}

function pathOf({ namespace, name }: ApplicationName): string {
  return `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/applications/${name}`;
}

function readAnswer({ body, status }: ApiAnswer, application: ApplicationName): LiveApplication | undefined {
  const value = parse(body);
  if (status === 200 && nameOf(value["metadata"]) === application.name) return readLiveApplication(value);
  // Where the kind itself is unknown, nobody has looked for the Application: that answer names none.
  if (status === 404 && value["reason"] === "NotFound" && nameOf(value["details"]) === application.name) {
    return undefined;
  }
  const said = typeof value["message"] === "string" ? `: ${quote(value["message"], 300)}` : "";
  const which = `Application ${application.namespace}/${application.name}`;
  throw new OutsideError(`the API server answered ${status} when asked for ${which}${said}`, {
    hint: hintFor(status),
  });
}

function parse(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function nameOf(value: unknown): unknown {
  return isObject(value) ? value["name"] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hintFor(status: number): string {
  if (status === 401) return "the token is not accepted: check the projected volume of the sidecar";
  if (status === 403) {
    return "argocd-repo-server may not read it: install/ has the Role, and a ClusterRole for Applications in any namespace";
  }
  return status === 404 ? "is Argo CD installed in this cluster?" : "look at the API server's own log";
}
