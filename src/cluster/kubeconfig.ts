import { KubeConfig } from "@kubernetes/client-node";
import { UsageError } from "../errors.ts";
import type { ApiConnection } from "./api-call.ts";

/**
 * The API server that a kubeconfig points at, with its credentials: certificates, tokens, and programs that make them.
 *
 * @param file none for the usual places: `KUBECONFIG`, `~/.kube/config`, the service account of the pod.
 * @param context none for the file's current one.
 * @throws UsageError where it cannot be read or names no cluster.
 */
export async function kubeconfigConnection(
  file: string | undefined,
  context: string | undefined,
): Promise<ApiConnection> {
  const config = load(file);
  if (context !== undefined) {
    if (config.getContextObject(context) === null) {
      throw new UsageError(`the kubeconfig has no context ${context}`, {
        hint: `there are ${
          config
            .getContexts()
            .map(({ name }) => name)
            .join(", ") || "none"
        }`,
      });
    }
    config.setCurrentContext(context);
  }
  const server = config.getCurrentCluster()?.server;
  if (server === undefined || server === null) {
    throw new UsageError("the kubeconfig names no cluster", {
      hint: "give a file with --kubeconfig, or a context that it has with --context",
    });
  }
  const { hostname, pathname, port } = new URL(server);
  const host = hostname.replace(/^\[|\]$/g, "");
  const options = { headers: {} };
  try {
    await config.applyToHTTPSOptions(options);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "unknown reason";
    throw new UsageError(`the kubeconfig gives no credentials for ${server}: ${why}`, {
      hint: "check its user, the files that it names, and that the server's address begins with https://",
      cause,
    });
  }
  return {
    where: server,
    basePath: pathname.replace(/\/$/, ""),
    options: { ...options, host, port: port === "" ? 443 : Number(port) },
  };
}

/** What @kubernetes/client-node 1.x makes up where it finds nothing: an insecure port that API servers do not have any more. */
const nowhere = "http://localhost:8080";

function load(file: string | undefined): KubeConfig {
  const config = new KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromFile(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "unknown reason";
    throw new UsageError(`the kubeconfig ${file ?? ""} cannot be read: ${why}`.replace("  ", " "), {
      hint: "--kubeconfig names a file that kubectl takes",
      cause,
    });
  }
  if (file === undefined && config.getCurrentCluster()?.server === nowhere) {
    throw new UsageError("there is no kubeconfig, and no service account of a pod", {
      hint: "name one with --kubeconfig or KUBECONFIG, or put it at ~/.kube/config",
    });
  }
  return config;
}
