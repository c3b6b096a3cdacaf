import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

const examples = join(import.meta.dirname, "../../examples");
let folder: string;

beforeAll(() => {
  folder = checkout();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function generate(cwd: string, args: readonly string[], stdin?: string): Promise<string> {
  const { exit, stderr, stdout } = await runGrantwave(["generate", ...args], {
    cwd,
    ...(stdin === undefined ? {} : { stdin }),
  });
  expect({ exit, stderr: exit === 0 ? "" : stderr }).toEqual({ exit: 0, stderr: "" });
  return stdout;
}

describe("generate of what generate printed changes nothing", () => {
  it("where the source's path is said, since standard input has none", async () => {
    const options = ["--name", "web", "--namespace", "web"];
    const once = await generate(folder, ["apps/web", ...options]);
    expect(once).toContain("name: grantwave-web-workload-certificates-");
    expect(await generate(folder, ["-", "--source-path", "apps/web", ...options], once)).toBe(once);
    expect(await generate(folder, ["-", "--source-path", "./apps/web/", ...options], once)).toBe(once);
  });

  it("where nobody says a name, and the path stands for it", async () => {
    const once = await generate(folder, ["apps/web", "--namespace", "web"]);
    expect(await generate(folder, ["-", "--source-path", "apps/web", "--namespace", "web"], once)).toBe(once);
  });

  it.each([
    ["web-and-signer", "app"],
    ["shop-chart", "shop"],
  ])("where an Application file says everything: %s", async (example, app) => {
    const cwd = join(examples, example);
    const options = ["--config", "grantwave.yaml", "--application", "application.yaml"];
    const once = await generate(cwd, [app, ...options]);
    expect(await generate(cwd, ["-", ...options], once)).toBe(once);
  });

  it("where Argo CD says it, through a pipe inside of the plugin", async () => {
    const environment = {
      ARGOCD_APP_NAME: "web",
      ARGOCD_APP_NAMESPACE: "web",
      ARGOCD_APP_SOURCE_PATH: "apps/web",
    };
    const run = (args: readonly string[], stdin = "") =>
      runGrantwave(args, { cwd: join(folder, "apps/web"), env: environment, stdin });
    const once = await run(["generate"]);
    const twice = await run(["generate", "-"], once.stdout);
    expect(twice).toEqual(once);
  });
});
