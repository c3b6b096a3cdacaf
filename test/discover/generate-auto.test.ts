import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import {
  type Answer,
  applicationObject,
  json,
  startApiServer,
  status,
  type TestApiServer,
} from "./api-server.ts";

let folder = "";
let server: TestApiServer | undefined;

/** Two waves that nobody moves, and a policy of nobody: enough to see whether anything was looked at. */
const manifest =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations: {argocd.argoproj.io/sync-wave: "1.0"}\n';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "grantwave-auto-"));
  await mkdir(join(folder, "app"));
  await writeFile(join(folder, "app", "a.yaml"), manifest);
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function generateWith(answer: Answer, env: Readonly<Record<string, string>> = {}) {
  server = await startApiServer(answer);
  return runGrantwave(["generate", "--look-up"], {
    cwd: join(folder, "app"),
    env: {
      ARGOCD_APP_NAME: "web",
      ARGOCD_APP_NAMESPACE: "web",
      ARGOCD_APP_SOURCE_PATH: "app",
      ARGOCD_APP_SOURCE_REPO_URL: "https://git.example.com/apps.git",
      ...server.env,
      ...env,
    },
  });
}

const enabled = { "grantwave.dev/enabled": "true" };

describe("generate of grantwave-auto", () => {
  it("enforces where the Application says nothing about the mode", async () => {
    const result = await generateWith(json(200, applicationObject(enabled)));
    expect(result).toMatchObject({ exit: 1, stdout: "" });
    expect(result.stderr).toContain("error wave-malformed");
    expect(server?.requests).toEqual([
      "GET /apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web application/json Bearer a-token",
    ]);
  });

  it("warns where the Application's annotation says warn", async () => {
    const result = await generateWith(
      json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "warn" })),
    );
    expect(result).toMatchObject({ exit: 0, stdout: manifest });
    expect(result.stderr).toContain("error wave-malformed");
  });

  it("prints the render byte for byte where the annotation says off", async () => {
    const answer = json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "off" }));
    expect(await generateWith(answer)).toEqual({ exit: 0, stdout: manifest, stderr: "" });
  });

  it("keeps to what the operator allows", async () => {
    const answer = json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "off" }));
    const result = await generateWith(answer, { GRANTWAVE_ALLOW_MODE: "warn" });
    expect(result).toMatchObject({ exit: 2, stdout: "" });
    expect(result.stderr).toContain("the Application sets mode off, but the operator allows");
  });

  it("takes the source's own parameter first, as a laptop does", async () => {
    const answer = json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "enforce" }));
    const parameters = JSON.stringify([{ name: "mode", string: "off" }]);
    expect(await generateWith(answer, { ARGOCD_APP_PARAMETERS: parameters })).toMatchObject({ exit: 0 });
  });

  it("refuses a mode that is none", async () => {
    const result = await generateWith(
      json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "none" })),
    );
    expect(result).toMatchObject({ exit: 2, stdout: "" });
    expect(result.stderr).toBe(
      'grantwave: application web: the annotation grantwave.dev/mode of Application web must be one of enforce, warn, off, not "none" (write one of them in quotes, or take the annotation away)\n',
    );
  });
});

describe("what the Application in the cluster says about its sources", () => {
  const grantwaveYaml = `apiVersion: grantwave.dev/v1alpha1
kind: Config
signers:
  - name: certificates
    preset: generic
    signerName: example.com/workload
    readiness: { method: status }
    policy: { group: example.com, kind: SignerPolicy, namespace: cert-signer, name: policy }
    grants: { path: spec.grants, fields: { namespace: { path: namespace }, serviceAccount: { path: account } } }
`;
  const workload = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      containers: [{ name: "web", image: "web" }],
      volumes: [
        {
          name: "certificate",
          projected: {
            sources: [{ podCertificate: { signerName: "example.com/workload", keyType: "ED25519" } }],
          },
        },
      ],
    },
  };
  const source = { repoURL: "https://git.example.com/apps", path: "./app/" };

  async function codesWith(sources: readonly object[]): Promise<readonly string[]> {
    await writeFile(join(folder, "app", "a.yaml"), JSON.stringify(workload));
    await writeFile(join(folder, "config.yaml"), grantwaveYaml);
    const application = { ...Object(applicationObject(enabled)), spec: { sources } };
    const { stderr } = await generateWith(json(200, application), {
      GRANTWAVE_CONFIG: join(folder, "config.yaml"),
    });
    return [...stderr.matchAll(/(?:error|warning) ([a-z-]+):/g)].map(([, code = ""]) => code);
  }

  it("counts as it does in a file: an external policy that nobody can order is an error only beside another source", async () => {
    expect(await codesWith([source])).not.toContain("external-unordered");
    await server?.stop();
    expect(await codesWith([source, { ...source, path: "policy" }])).toContain("external-unordered");
  });

  it("shows two sources that would make the same barriers", async () => {
    expect(await codesWith([source, source])).toContain("sources-alike");
  });
});

describe("generate of grantwave-auto fails, with one line and nothing on stdout,", () => {
  it.each<[string, Answer, string]>([
    [
      "where the look-up is forbidden",
      json(403, status(403, "Forbidden", "no")),
      'grantwave: application web: the API server answered 403 when asked for Application argocd/web: "no" (argocd-repo-server may not read it: install/ has the Role, and a ClusterRole for Applications in any namespace)\n',
    ],
    [
      "where the Application is not opted in: its discovery could not know",
      json(200, applicationObject({})),
      'grantwave: application web: this Application has no annotation grantwave.dev/enabled: "true" (its discovery could not ask the API server; refresh it, and Argo CD renders it itself)\n',
    ],
    [
      "where the Application is gone",
      json(404, status(404, "NotFound", "gone")),
      "grantwave: application web: there is no such Application (it may have been deleted meanwhile)\n",
    ],
  ])("%s", async (_words, answer, stderr) => {
    expect(await generateWith(answer)).toEqual({ exit: 4, stdout: "", stderr });
  });

  it("without the name of an Application", async () => {
    const result = await generateWith(json(200, applicationObject(enabled)), { ARGOCD_APP_NAME: "" });
    expect(result).toMatchObject({ exit: 2, stdout: "" });
    expect(result.stderr).toContain("--look-up needs the name of an Application");
  });
});

describe("GRANTWAVE_LOG=debug", () => {
  it("tells each step on stderr and changes nothing on stdout", async () => {
    const answer = json(200, applicationObject({ ...enabled, "grantwave.dev/mode": "warn" }));
    const result = await generateWith(answer, { GRANTWAVE_LOG: "debug" });
    expect(result).toMatchObject({ exit: 0, stdout: manifest });
    const steps = [...result.stderr.matchAll(/^grantwave: debug \d+ ms: (.*)$/gm)].map(([, step]) => step);
    expect(steps).toEqual([
      "the Application was read",
      `mode warn, folder ${join(folder, "app")}, root ${folder}`,
      "rendered by the files of app, configuration none, 0 objects moved, 0 barriers, 1 findings",
    ]);
  });
});
