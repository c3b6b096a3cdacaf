import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OutsideError } from "../errors.ts";

/** Where a pod finds its API server, and what it shows there. */
export interface ApiServer {
  readonly host: string;
  readonly port: number;
  /** Certificates in PEM that the server's own is checked against. */
  readonly ca: string;
  readonly token: string;
  /** The namespace of the pod; empty where the folder does not say. */
  readonly namespace: string;
}

/** Where the kubelet puts a service account's files (kubernetes 1.37 `plugin/pkg/admission/serviceaccount`). */
export const usualFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Reads the files of a mounted service account: `token`, `ca.crt` and `namespace`. They are read anew for each call,
 * since the kubelet changes the token long before it expires.
 *
 * @param env names the server in the variables that the kubelet sets in every container.
 * @param signal ends the reading: a mount can hang as a server can.
 * @throws OutsideError where something is not there.
 */
export async function mountedApiServer(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<ApiServer> {
  const host = env["KUBERNETES_SERVICE_HOST"];
  if (!host) {
    throw new OutsideError("the API server is not known: KUBERNETES_SERVICE_HOST is not set", {
      hint: "Kubernetes sets it in every container: look-ups work in the sidecar only",
    });
  }
  const port = Number(env["KUBERNETES_SERVICE_PORT_HTTPS"] || env["KUBERNETES_SERVICE_PORT"] || "443");
  const [token, ca, namespace] = await Promise.all([
    read(folder, "token", signal),
    read(folder, "ca.crt", signal),
    read(folder, "namespace", signal).catch(() => ""),
  ]);
  return { host, port, ca, token: token.trim(), namespace: namespace.trim() };
}

async function read(folder: string, name: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, name);
  try {
    const text = await readFile(path, { encoding: "utf8", signal });
    if (text.trim() !== "") return text;
  } catch (cause) {
    throw missing(path, cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable", cause);
  }
  throw missing(path, "empty", undefined);
}

function missing(path: string, reason: string, cause: unknown): OutsideError {
  return new OutsideError(`the service account's file ${path} cannot be read (${reason})`, {
    hint: "install/ mounts a projected token into the sidecar of grantwave-auto: check its volumes",
    cause,
  });
}
