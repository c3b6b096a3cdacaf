import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kubeconfigConnection } from "../../src/cluster/kubeconfig.ts";
import { UsageError } from "../../src/errors.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "grantwave-kubeconfig-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function fileWith(text: string): Promise<string> {
  const file = join(folder, "kubeconfig.yaml");
  await writeFile(file, text);
  return file;
}

function kubeconfigOf(server: string): Promise<string> {
  return fileWith(
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "prod",
      clusters: [{ name: "prod", cluster: { server } }],
      users: [{ name: "me", user: { token: "my-token" } }],
      contexts: [{ name: "prod", context: { cluster: "prod", user: "me" } }],
    }),
  );
}

async function refusalOf(file: string): Promise<UsageError> {
  const error = await kubeconfigConnection(file, undefined).catch((cause: unknown) => cause);
  if (error instanceof UsageError) return error;
  throw new Error("it was not refused", { cause: error });
}

describe("a kubeconfig", () => {
  it("names a server, behind a path where it has one", async () => {
    const { basePath, options, where } = await kubeconfigConnection(
      await kubeconfigOf("https://proxy.example.com:8443/clusters/prod/"),
      undefined,
    );
    expect({ basePath, where, host: options.host, port: options.port }).toEqual({
      basePath: "/clusters/prod",
      where: "https://proxy.example.com:8443/clusters/prod",
      host: "proxy.example.com",
      port: 8443,
    });
  });

  it.each([
    ["nonsense", "nonsense"],
    ["http://10.0.0.1:8080", "http://10.0.0.1:8080"],
  ])("is refused where its server is no https address: %s", async (server, shown) => {
    expect(await refusalOf(await kubeconfigOf(server))).toMatchObject({
      message: `the kubeconfig's server ${JSON.stringify(shown)} is no https address`,
      hint: expect.stringContaining("https://"),
    });
  });

  it("keeps a password in its server's address out of everything that is said", async () => {
    const { where } = await kubeconfigConnection(
      await kubeconfigOf("https://bot:hunter2@10.0.0.1"),
      undefined,
    );
    expect(where).toBe("https://***@10.0.0.1");
    const refused = await refusalOf(await kubeconfigOf("http://bot:hunter2@10.0.0.1"));
    expect(refused.message).not.toContain("hunter2");
  });

  it("is not quoted where it cannot be read: it holds tokens", async () => {
    const file = await fileWith("users:\n- name: me\n  user: { token: hunter2\nkind: Config\n");
    const { message } = await refusalOf(file);
    expect(message).not.toContain("hunter2");
    expect(message).toMatch(/^the kubeconfig .*kubeconfig\.yaml cannot be read: .* \(4:\d+\)$/);
  });
});
