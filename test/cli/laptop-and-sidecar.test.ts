import { mkdtempSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";

const examples = join(import.meta.dirname, "..", "..", "examples");

/** What Argo CD's repo-server says to the plugin about an Application (argo-cd 3.6 `repository.go` newEnv). */
function argoEnvironment(name: string, namespace: string, path: string, parameters: readonly object[]) {
  return {
    ARGOCD_APP_NAME: name,
    ARGOCD_APP_NAMESPACE: namespace,
    ARGOCD_APP_PROJECT_NAME: "default",
    ARGOCD_APP_REVISION: "0123456789abcdef0123456789abcdef01234567",
    ARGOCD_APP_SOURCE_PATH: path,
    ARGOCD_APP_SOURCE_REPO_URL: "https://git.example.com/platform/apps.git",
    ARGOCD_APP_SOURCE_TARGET_REVISION: "main",
    ARGOCD_APP_PARAMETERS: JSON.stringify(parameters),
    KUBE_VERSION: "1.37.2",
    KUBE_API_VERSIONS: "v1,apps/v1,apps/v1/Deployment",
  };
}

/** The examples as Argo CD sends them: without .git, in a folder of their own. */
async function sent(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "grantwave-sent-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  await cp(examples, join(root, "examples"), { recursive: true });
  return root;
}

describe("C14: a run on a laptop", () => {
  it.each([
    ["web-and-signer", "web-and-signer", "web", "app", []],
    ["shop-chart", "shop", "shop", "shop", [{ name: "values-files", array: ["values-production.yaml"] }]],
    [
      "grants-elsewhere",
      "team-a",
      "team-a",
      "app",
      [
        { name: "renderer", string: "directory" },
        { name: "recurse", string: "true" },
        { name: "exclude", string: "notes/*" },
      ],
    ],
  ])(
    "prints the bytes that the sidecar prints, from the Application file alone: %s",
    async (example, name, namespace, folder, parameters) => {
      const laptop = await runGrantwave(
        ["generate", "--config", "grantwave.yaml", "--application", "application.yaml"],
        { cwd: join(examples, example) },
      );
      const root = await sent();
      const path = `examples/${example}/${folder}`;
      const sidecar = await runGrantwave(["generate"], {
        cwd: join(root, path),
        env: {
          ...argoEnvironment(name, namespace, path, parameters),
          GRANTWAVE_CONFIG: join(examples, example, "grantwave.yaml"),
        },
      });
      expect(sidecar).toEqual({ exit: 0, stderr: sidecar.stderr, stdout: laptop.stdout });
      expect(laptop).toMatchObject({ exit: 0, stderr: sidecar.stderr });
    },
  );

  it("says what it had to guess where there is no Application file", async () => {
    const { exit, stdout } = await runGrantwave(["plan", "app", "--config", "grantwave.yaml", "-o", "json"], {
      cwd: join(examples, "web-and-signer"),
    });
    expect(exit).toBe(0);
    const plan = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
    const guessed = plan.findings.filter(({ code }) => code === "application-guessed");
    expect(guessed.map(({ message }) => message)).toEqual([
      expect.stringContaining("name"),
      expect.stringContaining("namespace"),
    ]);
  });
});
