import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const fixtures = join(import.meta.dirname, "fixtures");

/** A server that speaks TLS as an API server does, and answers as a test wants. */
export interface TestApiServer {
  /** What the kubelet would set in a container, and the folder of the service account. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the mounted service account. */
  readonly folder: string;
  /** Method, path, accepted type and authorization of each request, in their order. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startApiServer(answer: Answer): Promise<TestApiServer> {
  const [cert, key, ca] = await Promise.all(
    ["tls.crt", "tls.key", "ca.crt"].map((name) => readFile(join(fixtures, name))),
  );
  const requests: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    requests.push(
      [request.method, request.url, request.headers.accept, request.headers.authorization].join(" "),
    );
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = await mkdtemp(join(tmpdir(), "grantwave-account-"));
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, "token"), "a-token\n"),
    writeFile(join(folder, "ca.crt"), ca ?? ""),
    writeFile(join(folder, "namespace"), "argocd"),
  ]);
  return {
    folder,
    requests,
    env: {
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: String(portOf(server)),
      GRANTWAVE_SERVICE_ACCOUNT: folder,
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Answers with an object, as the API server does. */
export function json(status: number, value: unknown): Answer {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
}

export function applicationObject(
  annotations: Readonly<Record<string, string>> | undefined,
  name = "web",
): unknown {
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name, namespace: "argocd", ...(annotations === undefined ? {} : { annotations }) },
    spec: {
      destination: { server: "https://kubernetes.default.svc", namespace: "web" },
      source: { repoURL: "https://git.example.com/apps.git", path: "app" },
    },
  };
}

/** A Status as kubernetes' apiserver gives for a failed request (apimachinery 0.37 `pkg/api/errors`). */
export function status(code: number, reason: string, message: string, name = "web"): unknown {
  const details = { name, group: "argoproj.io", kind: "applications" };
  return { kind: "Status", apiVersion: "v1", status: "Failure", message, reason, details, code };
}

export function otherAuthority(): Promise<string> {
  return readFile(join(fixtures, "other-ca.crt"), "utf8");
}
