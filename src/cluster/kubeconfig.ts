import { KubeConfig } from "@kubernetes/client-node";
import { UsageError } from "../errors.ts";
import { hideCredentials } from "../findings/hide-credentials.ts";
import { quote } from "../quote.ts";
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
  const { hostname, pathname, port } = addressOf(server);
  const host = hostname.replace(/^\[|\]$/g, "");
  const where = hideCredentials(server);
  const options = { headers: {} };
  try {
    await config.applyToHTTPSOptions(options);
  } catch (cause) {
    throw new UsageError(`the kubeconfig gives no credentials for ${where}: ${whyOf(cause)}`, {
      hint: "check its user and the files that it names, or whether kubectl can use it: kubectl auth whoami",
      cause,
    });
  }
  return {
    where,
    basePath: pathname.replace(/\/$/, ""),
    options: { ...options, host, port: port === "" ? 443 : Number(port) },
  };
}

/** What @kubernetes/client-node 1.x makes up where it finds nothing: an insecure port that API servers do not have any more. */
const nowhere = "http://localhost:8080";

function addressOf(server: string): URL {
  const address = URL.canParse(server) ? new URL(server) : undefined;
  if (address?.protocol === "https:") return address;
  throw new UsageError(`the kubeconfig's server ${quote(server)} is no https address`, {
    hint: "write it as https://HOST:PORT",
  });
}

function load(file: string | undefined): KubeConfig {
  const config = new KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromFile(file);
  } catch (cause) {
    const which = file === undefined ? "the kubeconfig" : `the kubeconfig ${file}`;
    throw new UsageError(`${which} cannot be read: ${whyOf(cause)}`, {
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

/** The first line alone: behind it the YAML library quotes the file, which holds tokens. */
function whyOf(cause: unknown): string {
  return (cause instanceof Error && cause.message.split("\n", 1)[0]) || "unknown reason";
}
