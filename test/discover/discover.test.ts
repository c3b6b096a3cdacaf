import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runBuilt } from "../cli/run-built.ts";
import {
  type Answer,
  applicationObject,
  json,
  otherAuthority,
  startApiServer,
  status,
  type TestApiServer,
} from "./api-server.ts";

let server: TestApiServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Runs the discovery as the sidecar does, against a server that answers in one way. */
async function discoverWith(answer: Answer, env: Readonly<Record<string, string>> = {}) {
  server = await startApiServer(answer);
  return runBuilt(["discover"], { env: { ARGOCD_APP_NAME: "web", ...server.env, ...env } });
}

const optedIn = applicationObject({ "grantwave.dev/enabled": "true" });
const match = { exit: 0, stdout: "grantwave\n" };
const noMatch = { exit: 0, stdout: "" };

describe("the discovery of grantwave-auto", () => {
  it("matches an Application that opted in, with one GET of its metadata and the mounted token", async () => {
    expect(await discoverWith(json(200, optedIn))).toEqual({ ...match, stderr: "" });
    expect(server?.requests).toEqual([
      "GET /apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1 Bearer a-token",
    ]);
  });

  it("does not match one that says nothing, or false", async () => {
    for (const annotations of [undefined, {}, { other: "true" }, { "grantwave.dev/enabled": "false" }]) {
      expect(await discoverWith(json(200, applicationObject(annotations)))).toEqual({
        ...noMatch,
        stderr: "",
      });
      await server?.stop();
    }
  });

  it("does not match what only looks like true, and says so", async () => {
    const found = await discoverWith(json(200, applicationObject({ "grantwave.dev/enabled": "True" })));
    expect(found).toEqual({
      ...noMatch,
      stderr:
        'grantwave: application web: the annotation grantwave.dev/enabled is not "true", so this Application is not opted in\n',
    });
  });

  it("does not match any more once the annotation is taken away", async () => {
    let annotations: Record<string, string> = { "grantwave.dev/enabled": "true" };
    const answer: Answer = (...call) => json(200, applicationObject(annotations))(...call);
    expect(await discoverWith(answer)).toMatchObject(match);
    annotations = {};
    const env = { ARGOCD_APP_NAME: "web", ...server?.env };
    expect(await runBuilt(["discover"], { env })).toMatchObject(noMatch);
  });

  it("does not match one that does not exist, such as one that is just being created", async () => {
    const answer = json(404, status(404, "NotFound", 'applications.argoproj.io "web" not found'));
    expect(await discoverWith(answer)).toEqual({ ...noMatch, stderr: "" });
  });

  it("asks in the namespace that the name carries", async () => {
    const env = { ARGOCD_APP_NAME: "team-a_web" };
    expect(await discoverWith(json(200, optedIn), env)).toMatchObject(match);
    expect(server?.requests[0]).toContain("/namespaces/team-a/applications/web ");
  });

  it("asks in the namespace that the operator names, where the sidecar runs elsewhere", async () => {
    expect(await discoverWith(json(200, optedIn), { GRANTWAVE_ARGOCD_NAMESPACE: "gitops" })).toMatchObject(
      match,
    );
    expect(server?.requests[0]).toContain("/namespaces/gitops/applications/web ");
  });

  it("reads the token anew for each call, since the kubelet changes it", async () => {
    await discoverWith(json(200, optedIn));
    await writeFile(join(server?.folder ?? "", "token"), "a-newer-token");
    await runBuilt(["discover"], { env: { ARGOCD_APP_NAME: "web", ...server?.env } });
    expect(server?.requests.map((request) => request.split(" Bearer ")[1])).toEqual([
      "a-token",
      "a-newer-token",
    ]);
  });

  it("asks once more where the server is just being replaced", async () => {
    let calls = 0;
    const found = await discoverWith((...call) => {
      calls += 1;
      const answer =
        calls === 1 ? json(503, status(503, "ServiceUnavailable", "starting")) : json(200, optedIn);
      answer(...call);
    });
    expect(found).toEqual({ ...match, stderr: "" });
  });
});

describe("a look-up that fails", () => {
  it.each<[string, Answer, string]>([
    [
      "is forbidden",
      json(403, status(403, "Forbidden", 'applications.argoproj.io "web" is forbidden')),
      'the API server answered 403 when asked for Application argocd/web: "applications.argoproj.io "web" is forbidden" (argocd-repo-server may not read it: install/ has the Role, and a ClusterRole for Applications in any namespace)',
    ],
    [
      "has a token that is not accepted",
      json(401, status(401, "Unauthorized", "Unauthorized")),
      'the API server answered 401 when asked for Application argocd/web: "Unauthorized" (the token is not accepted: check the projected volume of the sidecar)',
    ],
    [
      "meets a server without Argo CD's kinds, which has not looked for the Application",
      (_request, response) => response.writeHead(404).end("404 page not found\n"),
      "the API server answered 404 when asked for Application argocd/web (is Argo CD installed in this cluster?)",
    ],
    [
      "meets a server with an error of its own, twice",
      json(500, status(500, "InternalError", "etcdserver: request timed out")),
      'the API server answered 500 when asked for Application argocd/web: "etcdserver: request timed out" (look at the API server\'s own log)',
    ],
    [
      "gets something else than an Application",
      (_request, response) => response.writeHead(200).end("<html>a proxy's page</html>"),
      "the API server answered 200 when asked for Application argocd/web (look at the API server's own log)",
    ],
    [
      "is sent elsewhere",
      (_request, response) => response.writeHead(302, { location: "https://example.com" }).end(),
      "the API server answered 302 when asked for Application argocd/web (look at the API server's own log)",
    ],
  ])("matches where it %s, so that generate fails visibly", async (_words, answer, why) => {
    const found = await discoverWith(answer);
    expect(found).toMatchObject(match);
    expect(found.stderr).toBe(
      `grantwave: application web: whether this Application is opted in cannot be found out, so generate will ask again: ${why}\n`,
    );
  });

  it("matches where nobody listens", async () => {
    server = await startApiServer(json(200, optedIn));
    const { env } = server;
    const [folder] = [await mkdtemp(join(tmpdir(), "grantwave-account-"))];
    await Promise.all(
      ["token", "ca.crt", "namespace"].map((name) => writeFile(join(folder, name), "argocd")),
    );
    await server.stop();
    server = undefined;
    const found = await runBuilt(["discover"], {
      env: { ARGOCD_APP_NAME: "web", ...env, GRANTWAVE_SERVICE_ACCOUNT: folder },
    });
    await rm(folder, { recursive: true });
    expect(found).toMatchObject(match);
    expect(found.stderr).toMatch(/the API server at 127\.0\.0\.1:\d+ gave no answer \(ECONNREFUSED\)/);
  });

  it("matches where the server takes too long, well before Argo CD's own deadline", async () => {
    const started = performance.now();
    const found = await discoverWith(() => {}, { GRANTWAVE_LOOK_UP_TIMEOUT: "1s" });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain("gave no answer (it took too long)");
  });

  it("matches where the server stops in the middle of its answer", async () => {
    const answer: Answer = (_request, response) => response.writeHead(200).write('{"metadata":');
    const found = await discoverWith(answer, { GRANTWAVE_LOOK_UP_TIMEOUT: "1s" });
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain("gave no answer (it took too long)");
  });

  it("matches where the answer is larger than any object", async () => {
    const found = await discoverWith((_request, response) =>
      response.writeHead(200).end(Buffer.alloc(9 << 20, "x")),
    );
    expect(found).toMatchObject(match);
    expect(found.stderr).toMatch(/the API server at 127\.0\.0\.1:\d+ answered with more than 8 MiB \(/);
  });

  it("matches where the server's certificate is not from the mounted authority, whatever Node is told to accept", async () => {
    server = await startApiServer(json(200, applicationObject(undefined)));
    await writeFile(join(server.folder, "ca.crt"), await otherAuthority());
    const env = { ARGOCD_APP_NAME: "web", ...server.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const found = await runBuilt(["discover"], { env });
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain("gave no answer (UNABLE_TO_VERIFY_LEAF_SIGNATURE)");
    expect(server.requests).toEqual([]);
  });

  it("matches where no token is mounted, and names the file", async () => {
    server = await startApiServer(json(200, optedIn));
    await rm(join(server.folder, "token"));
    const found = await runBuilt(["discover"], { env: { ARGOCD_APP_NAME: "web", ...server.env } });
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain(
      `the service account's file ${join(server.folder, "token")} cannot be read (ENOENT)`,
    );
  });

  it("matches where Argo CD's namespace is known from nowhere", async () => {
    server = await startApiServer(json(200, optedIn));
    await rm(join(server.folder, "namespace"));
    const found = await runBuilt(["discover"], { env: { ARGOCD_APP_NAME: "web", ...server.env } });
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain("Argo CD's own namespace is not known");
  });

  it("matches where the sidecar itself is set up wrongly", async () => {
    const found = await discoverWith(json(200, optedIn), { GRANTWAVE_LOOK_UP_TIMEOUT: "soon" });
    expect(found).toMatchObject(match);
    expect(found.stderr).toContain("GRANTWAVE_LOOK_UP_TIMEOUT");
  });

  it("matches a name that is none, and asks nobody for it", async () => {
    for (const name of ["web/../../secrets", "a_b_c", "Web", "%2e%2e"]) {
      const found = await discoverWith(json(200, optedIn), { ARGOCD_APP_NAME: name });
      expect({ ...found, requests: server?.requests }).toMatchObject({ ...match, requests: [] });
      expect(found.stderr).toContain("is no name of an Application");
      await server?.stop();
    }
  });
});

describe("C10: discovery without anything to go by", () => {
  const folders: Readonly<Record<string, readonly string[]>> = {
    chart: ["Chart.yaml", "values.yaml"],
    kustomization: ["Kustomization"],
    plain: ["deployment.yaml"],
    "only-a-readme": ["README.md"],
    jsonnet: ["main.jsonnet", "params.json"],
  };

  async function inEach(args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const root = await mkdtemp(join(tmpdir(), "grantwave-folders-"));
    const found: Record<string, unknown> = {};
    for (const [folder, names] of Object.entries(folders)) {
      await mkdir(join(root, folder));
      await Promise.all(names.map((name) => writeFile(join(root, folder, name), "")));
      const { exit, stdout, stderr } = await runBuilt(args, { cwd: join(root, folder), env: {} });
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
      found[folder] = stdout;
    }
    await rm(root, { recursive: true });
    return found;
  }

  it("matches nothing without the name of an Application: nobody has opted in", async () => {
    const found = await inEach(["discover"]);
    expect(Object.values(found)).toEqual(["", "", "", "", ""]);
  });

  it("matches what can be rendered, with one word, where the operator wants that", async () => {
    expect(await inEach(["discover", "--by-content"])).toEqual({
      chart: "helm\n",
      kustomization: "kustomize\n",
      plain: "directory\n",
      "only-a-readme": "",
      jsonnet: "",
    });
  });
});
