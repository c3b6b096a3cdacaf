import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OutsideError } from "../errors.ts";
import type { ApiConnection } from "./api-call.ts";

/** The API server of a pod, as its mounted service account shows it. */
export interface MountedApiServer {
  readonly connection: ApiConnection;
  /** The namespace of the pod; empty where the folder does not say. */
  readonly namespace: string;
}

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
): Promise<MountedApiServer> {
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
  const headers = { authorization: `Bearer ${token.trim()}` };
  return {
    connection: {
      where: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
      basePath: "",
      // No proxy, and the certificate is checked whatever the environment says.
      options: { host, port, ca, headers, agent: false, rejectUnauthorized: true },
    },
    namespace: namespace.trim(),
  };
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
