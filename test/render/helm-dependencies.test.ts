import { execFile } from "node:child_process";
import { chmod, cp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { parseDependencies } from "../../src/render/helm-dependencies.ts";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { testTools } from "../tools.ts";
import { failure, fixtures, folderWith, realTools, systemPath, temporaryFolder } from "./rendering.ts";

const charts = join(fixtures, "charts");

function chart(folder: string, root = charts, changes: Partial<Parameters<typeof renderRequest>[0]> = {}) {
  return renderRequest({ folder: join(root, folder), root, name: "shop", namespace: "web", ...changes });
}

/** Every path below a folder. */
async function everythingIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

const umbrellaText = [
  "---\n# Source: umbrella/charts/greeting/templates/word.yaml\napiVersion: v1\nkind: ConfigMap\n",
  'metadata:\n  name: shop-greeting\ndata:\n  word: "hello"\n\n',
  "---\n# Source: umbrella/templates/own.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop-own\n",
].join("");

it("builds local dependencies beside the application, with the progress as notices", async () => {
  const before = await everythingIn(charts);
  const temporary = await temporaryFolder();
  const tools = await realTools({ env: { PATH: systemPath, TMPDIR: temporary } });
  const { text, notices } = await render(chart("umbrella"), tools);
  expect(text).toBe(umbrellaText);
  expect(notices).toContainEqual("helm dependency build: Saving 1 charts");
  expect(await everythingIn(charts)).toEqual(before);
  expect(await readdir(temporary)).toEqual([]);
});

it("gives the same to eight renders at once", async () => {
  const tools = await realTools();
  const texts = await Promise.all(Array.from({ length: 8 }, () => render(chart("umbrella"), tools)));
  expect(texts.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, () => umbrellaText));
});

it("works in a read-only folder without a home", async () => {
  const root = await temporaryFolder();
  await cp(charts, root, { recursive: true });
  const folders = ["umbrella", "umbrella/templates", "greeting", "greeting/templates"];
  for (const folder of folders) await chmod(join(root, folder), 0o555);
  onTestFinished(async () => {
    for (const folder of folders) await chmod(join(root, folder), 0o755);
  });
  const before = await everythingIn(root);
  expect((await render(chart("umbrella", root), await realTools())).text).toBe(umbrellaText);
  expect(await everythingIn(root)).toEqual(before);
});

it("says that Chart.lock does not match Chart.yaml", async () => {
  const error = await failure(render(chart("locked"), await realTools()));
  expect(error.message).toMatch(/^`helm dependency build` failed with exit code 1: .*out of sync/s);
  expect(error.hint).toMatch(/^Chart\.lock does not match Chart\.yaml: run `helm dependency update`/);
});

it("refuses a chart in charts/ whose version Chart.yaml does not allow", async () => {
  const error = await failure(render(chart("outdated"), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("charts/ holds greeting in a version that Chart.yaml does not allow (^1.4.0)");
});

it("uses what lies in charts/ without building", async () => {
  const root = await temporaryFolder();
  await cp(join(charts, "umbrella"), join(root, "umbrella"), { recursive: true });
  await cp(join(charts, "greeting"), join(root, "umbrella/charts/greeting"), { recursive: true });
  const { text, notices } = await render(chart("umbrella", root), await realTools());
  expect(text).toBe(umbrellaText);
  expect(notices).toEqual([]);
});

it("says that a local dependency is missing and why it may not have been sent", async () => {
  const root = await temporaryFolder();
  await cp(join(charts, "umbrella"), join(root, "umbrella"), { recursive: true });
  const error = await failure(render(chart("umbrella", root), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(
    `the chart at file://../greeting is not there (looked for from ${join(root, "umbrella")})`,
  );
  expect(error.hint).toMatch(/manifest-generate-paths/);
});

it.each(["file://../../outside", "file:///outside"])(
  "refuses the dependency %s outside of the root",
  async (repository) => {
    const root = await folderWith({
      "repository/app/Chart.yaml": umbrellaOf("outside", repository),
      "outside/Chart.yaml": "apiVersion: v2\nname: outside\nversion: 1.0.0\n",
    });
    const error = await failure(render(chart("app", join(root, "repository")), await realTools()));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/lies outside of the repository root/);
  },
);

it("refuses a local dependency that links out of the root", async () => {
  const root = await folderWith({
    "repository/app/Chart.yaml": umbrellaOf("outside", "file://../linked"),
    "outside/Chart.yaml": "apiVersion: v2\nname: outside\nversion: 1.0.0\n",
  });
  await symlink(join(root, "outside"), join(root, "repository/linked"));
  const error = await failure(render(chart("app", join(root, "repository")), await realTools()));
  expect(error.message).toMatch(/lies outside of the repository root/);
});

it("follows links inside of the repository when it copies a chart", async () => {
  const root = await temporaryFolder();
  await cp(charts, root, { recursive: true });
  await rm(join(root, "umbrella/templates"), { recursive: true });
  await symlink("../locked/templates", join(root, "umbrella/templates"));
  expect((await render(chart("umbrella", root), await realTools())).text).toBe(umbrellaText);
});

it.each([
  [
    "https://charts.example.com",
    /^the chart absent 1\.x would have to be fetched from https:.* --offline forbids$/,
  ],
  ["oci://registry.example.com/charts", /--offline forbids$/],
])("fetches nothing from %s offline", async (repository, expected) => {
  const root = await folderWith({ "app/Chart.yaml": umbrellaOf("absent", repository) });
  const error = await failure(render(chart("app", root, { offline: true }), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(expected);
});

it.each(["@stable", "alias:stable"])("says that the named repository %s is not known", async (repository) => {
  const root = await folderWith({ "app/Chart.yaml": umbrellaOf("absent", `"${repository}"`) });
  const error = await failure(render(chart("app", root), await realTools()));
  expect(error.message).toMatch(/named repositories are not known to plugins$/);
});

it("fetches from a repository, also a locked version", async () => {
  const address = await chartRepository();
  const root = await folderWith({ "app/Chart.yaml": umbrellaOf("greeting", address) });
  expect((await render(chart("app", root), await realTools())).text).toContain("name: shop-greeting");
  await runHelm(["dependency", "update", join(root, "app")]);
  await rm(join(root, "app/charts"), { recursive: true });
  expect((await render(chart("app", root), await realTools())).text).toContain("name: shop-greeting");
});

it("says which repository cannot be reached", async () => {
  const root = await folderWith({ "app/Chart.yaml": umbrellaOf("absent", "http://127.0.0.1:9/charts") });
  const error = await failure(render(chart("app", root), await realTools()));
  expect(error.message).toMatch(/^`helm dependency build` failed with exit code 1: .*127\.0\.0\.1:9/s);
  expect(error.hint).toMatch(/whether the repository can be reached/);
});

it("reads the table of dependencies whatever its widths", () => {
  const table =
    "NAME    \tVERSION     \tREPOSITORY\tSTATUS \nred-is  \t>=1 <2 || 3 \toci://r/x \tmissing\nbare    \t1.2.3       \t          \tok     \n\n";
  expect(parseDependencies(table)).toEqual([
    { name: "red-is", version: ">=1 <2 || 3", repository: "oci://r/x", status: "missing" },
    { name: "bare", version: "1.2.3", repository: "", status: "ok" },
  ]);
});

function umbrellaOf(name: string, repository: string): string {
  return `apiVersion: v2\nname: app\nversion: 0.1.0\ndependencies:\n  - name: ${name}\n    version: 1.x\n    repository: ${repository}\n`;
}

/** A chart repository on this machine that offers `greeting`. Gives its address. */
async function chartRepository(): Promise<string> {
  const folder = await temporaryFolder();
  await runHelm(["package", join(charts, "greeting"), "--destination", folder]);
  const server = createServer(async (request, response) => {
    const file = await readFile(join(folder, request.url ?? "")).catch(() => undefined);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await runHelm(["repo", "index", folder, "--url", address]);
  return address;
}

async function runHelm(args: readonly string[]): Promise<void> {
  const { helm } = await testTools();
  const home = await temporaryFolder();
  await promisify(execFile)(helm, [...args], { env: { PATH: systemPath, HOME: home } });
}
