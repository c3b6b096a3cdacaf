import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGrantwave } from "../run-grantwave.ts";
import { testTools } from "../tools.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeEach(() => {
  folder = checkout();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A wrapper around a real tool that talks on standard output while it renders. */
async function talking(tool: "helm" | "kubectl", before: string, after: string): Promise<string> {
  const real = (await testTools())[tool];
  const file = join(folder, `${tool}-wrapper`);
  const say = (words: string) => (words === "" ? ":" : `echo '${words}'`);
  const render = tool === "helm" ? "template" : "kustomize";
  writeFileSync(
    file,
    [
      "#!/bin/sh",
      `if [ "$1" != ${render} ]; then exec '${real}' "$@"; fi`,
      `${say(before)}; '${real}' "$@" && ${say(after)}`,
      "",
    ].join("\n"),
  );
  chmodSync(file, 0o755);
  return file;
}

interface Talk {
  readonly tool: "helm" | "kubectl";
  readonly app: string;
  readonly before?: string;
  readonly after?: string;
  readonly says: RegExp;
}

// Public report C01: progress text on the plugin's stdout, and an error on a line that no manifest has.
const talks: readonly Talk[] = [
  {
    tool: "helm",
    app: "apps/shop",
    before: "WARNING: kubeconfig is group-readable",
    says: /error not-an-object: .*"helm template"/,
  },
  {
    tool: "helm",
    app: "apps/shop",
    after: "Done: ok",
    says: /error unexpected-field: .*"Done".*"helm template"/,
  },
  {
    tool: "kubectl",
    app: "apps/web",
    before: "WARNING: old syntax",
    says: /kubectl kustomize:1 \(document 1\) ConfigMap\/cert-signer\/pod-cert-signer: error unexpected-field: .*"WARNING".*"kubectl kustomize"/,
  },
  {
    tool: "kubectl",
    app: "apps/web",
    after: "walk.go:74: found a link",
    says: /error unexpected-field: .*"walk\.go:74".*"kubectl kustomize"/,
  },
];

describe("what a tool says on its standard output", () => {
  it.each(talks)("is refused by name and place: $tool, $before$after", async (talk) => {
    const { after = "", app, before = "", says, tool } = talk;
    const wrapper = await talking(tool, before, after);
    const { exit, stderr, stdout } = await runGrantwave(
      ["generate", app, "--name", "web", "--namespace", "web"],
      { cwd: folder, env: { [`GRANTWAVE_${tool.toUpperCase()}`]: wrapper } },
    );
    expect(exit).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toMatch(says);
  });

  it("is refused where it comes through a pipe", async () => {
    const text = readFileSync(join(folder, "apps/web/front.yaml"), "utf8");
    const { exit, stderr, stdout } = await runGrantwave(
      ["generate", "-", "--name", "web", "--namespace", "web"],
      { cwd: folder, stdin: `${text}Done: ok\n` },
    );
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr).toMatch(/Service\/web\/front: error unexpected-field: /);
  });
});
