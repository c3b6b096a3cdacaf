import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Takes the namespaces out of the objects of one file. */
function withoutNamespaces(file: string): void {
  const path = join(folder, "apps/web", file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll(/, namespace: [\w-]+|\n {2}namespace: [\w-]+/g, ""));
}

const generate = (...args: readonly string[]) =>
  runGrantwave(["generate", "apps/web", "--name", "web", ...args], { cwd: folder });

async function codesOf(args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runGrantwave(["plan", "apps/web", "--name", "web", "-o", "json", ...args], {
    cwd: folder,
  });
  return (JSON.parse(stdout) as { findings: { code: string }[] }).findings.map(({ code }) => code);
}

describe("without a destination namespace", () => {
  it.each([
    { said: "by nobody", flags: [], env: {} },
    { said: "as an empty flag", flags: ["--namespace", ""], env: {} },
    { said: "as an empty variable", flags: [], env: { ARGOCD_APP_NAMESPACE: "" } },
  ])("($said) generate refuses a requester that states none, by name", async ({ flags, env }) => {
    withoutNamespaces("front.yaml");
    const { exit, stdout, stderr } = await runGrantwave(["generate", "apps/web", "--name", "web", ...flags], {
      cwd: folder,
      env,
    });
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr).toMatch(/Deployment\/front: error namespace-unknown: .*destination namespace/);
  });

  it("generate refuses a policy that states none, by name", async () => {
    withoutNamespaces("policy.yaml");
    const { exit, stdout, stderr } = await generate("--namespace", "");
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr).toMatch(/ConfigMap\/pod-cert-signer: error namespace-unknown: /);
  });

  it("generate refuses to guess where the barrier would run", async () => {
    const { exit, stdout, stderr } = await generate("--namespace", "");
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr).toMatch(/error namespace-unknown: The barrier of signer "workload-certificates" /);
  });

  it("generate is content where the configuration says where barriers run and objects state their own", async () => {
    const config = join(folder, "operator.yaml");
    cpSync(join(folder, "grantwave.yaml"), config);
    writeFileSync(config, "barrier: { namespace: guards }\n", { flag: "a" });
    const { exit, stdout, stderr } = await generate("--namespace", "", "--config", "operator.yaml");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toMatch(/kind: Job\nmetadata:\n {2}name: grantwave-web-.*\n {2}namespace: guards\n/);
  });

  it("plan on a laptop guesses one, and says so", async () => {
    withoutNamespaces("front.yaml");
    expect(await codesOf(["--namespace", ""])).toContain("application-guessed");
  });

  it("plan of an Application that has none shows what generate would say", async () => {
    withoutNamespaces("front.yaml");
    const file = join(folder, "argocd/web.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(", namespace: web }", " }"));
    expect(await codesOf(["--application", "argocd/web.yaml"])).toEqual(["namespace-unknown"]);
  });

  it("an empty flag leaves the word to Argo CD", async () => {
    const { exit, stdout } = await runGrantwave(["generate", "apps/web", "--name", "", "--namespace", ""], {
      cwd: folder,
      env: { ARGOCD_APP_NAME: "shop", ARGOCD_APP_NAMESPACE: "web" },
    });
    expect(exit).toBe(0);
    expect(stdout).toContain("name: grantwave-shop-workload-certificates-");
  });
});
