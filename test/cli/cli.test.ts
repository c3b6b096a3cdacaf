import { spawn } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { laterCommands } from "../../src/commands/commands.ts";
import { parametersOf } from "../../src/parameters.ts";
import { built, runBuilt } from "./run-built.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("help and version", () => {
  it("names for a folder only what the command takes in its place", async () => {
    const helpOf = async (command: string) => {
      const { stdout } = await runBuilt([command, "--help"]);
      return /Arguments:\n([\s\S]*?)\n\n/.exec(stdout)?.[1]?.replaceAll(/\s+/g, " ");
    };
    expect(await helpOf("generate")).toContain("- for manifests on stdin");
    expect(await helpOf("discover")).toBe(" dir folder of the application; else this one");
    expect(await helpOf("parameters")).toBe(" dir folder of the application; else this one");
  });

  it("are printed on stdout and end well", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await runBuilt(["--version"])).toEqual({ exit: 0, stdout: `${version}\n`, stderr: "" });

    const help = await runBuilt(["--help"]);
    expect(help).toMatchObject({ exit: 0, stderr: "" });
    expect(help.stdout).toMatch(/^Usage: grantwave /);
    expect(help.stdout).toContain("Exit codes:");
  });

  it("list commands that work, and none that do not exist yet", async () => {
    const { stdout } = await runBuilt(["--help"]);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[|<|$)/gm)].map(([, name]) => name);
    expect(listed).toEqual([
      "plan",
      "generate",
      "explain",
      "discover",
      "verify",
      "parameters",
      "migrate",
      "lockout",
      "recovery",
      "graph",
      "report",
      "health",
      "unstick",
      "schema",
      "wait",
      "help",
    ]);
  });

  it("show every parameter of a command, with examples", async () => {
    const { exit, stdout } = await runBuilt(["plan", "--help"]);
    expect(exit).toBe(0);
    expect(parametersOf("plan").filter((name) => !stdout.includes(`--${name}`))).toEqual([]);
    expect(stdout).toContain("Examples:\n  grantwave plan apps/web\n");
  });

  it("come on stderr, as wrong usage, where no command was given", async () => {
    const { exit, stdout, stderr } = await runBuilt([]);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: grantwave /);
  });
});

describe("wrong usage", () => {
  it.each([
    [["plna"], "grantwave: unknown command 'plna' (Did you mean plan?)\n"],
    [["plan", "--nam", "x"], "grantwave: unknown option '--nam' (Did you mean --name?)\n"],
    [
      ["plan", "a", "b"],
      "grantwave: too many arguments for 'plan'. Expected 1 argument but got 2. (grantwave --help lists commands and options)\n",
    ],
    [
      ["plan", "--name"],
      "grantwave: option '--name <name>' argument missing (grantwave --help lists commands and options)\n",
    ],
    [
      ["generate", "--mode", "of", "--name", "web"],
      'grantwave: application web: --mode must be one of enforce, warn, off, not "of" (docs/parameters.md lists all parameters)\n',
    ],
    [
      ["generate", "--config", "missing.yaml", "--name", "web"],
      "grantwave: application web: the configuration file missing.yaml is not there (check --config and GRANTWAVE_CONFIG)\n",
    ],
  ])("ends with exit code 2 and one line: %j", async (args, stderr) => {
    expect(await runBuilt(args, { cwd: folder })).toEqual({ exit: 2, stdout: "", stderr });
  });

  it("names the application that Argo CD renders, and all that is wrong", async () => {
    const { exit, stderr } = await runBuilt(["generate"], {
      cwd: folder,
      env: {
        ARGOCD_APP_NAME: "argocd-web_web",
        ARGOCD_APP_PARAMETERS: '[{"name":"value-files","array":["a.yaml"]},{"name":"recurse","string":"1"}]',
      },
    });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: [
        'grantwave: parameter "value-files" of the plugin source is not known; did you mean "values-files"?',
        'grantwave: application argocd-web_web: parameter "recurse" of the plugin source must be true or false, not "1" (docs/parameters.md lists all parameters)',
        "",
      ].join("\n"),
    });
  });

  it("shows the place of a mistake in the configuration", async () => {
    writeFileSync(join(folder, "grantwave.yaml"), "apiVersion: grantwave.dev/v1alpha1\nkind: Confg\n");
    const { exit, stderr } = await runBuilt(["generate", "--config", "grantwave.yaml", "--name", "web"], {
      cwd: folder,
    });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr:
        'grantwave: application web: grantwave.yaml:2:7: kind must be Config, not "Confg" (docs/configuration.md lists all keys)\n',
    });
  });
});

describe("commands that do not exist yet", () => {
  it("end with exit code 69 and a sentence, whatever their arguments are", async () => {
    const ends = await Promise.all(laterCommands.map((name) => runBuilt([name, "--any", "thing", "-x"])));
    expect(ends).toEqual(
      laterCommands.map((name) => ({
        exit: 69,
        stdout: "",
        stderr: `grantwave: the command ${name} is not implemented in version 0.1.0 (grantwave --help lists what is)\n`,
      })),
    );
  });
});

describe("the built command", () => {
  it("can be executed by itself", () => {
    accessSync(built, constants.X_OK);
    expect(readFileSync(built, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("has the licence of everything that is bundled beside it", () => {
    const notices = readFileSync(join(built, "../THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["commander", "yaml", "zod"]) {
      expect(notices).toMatch(new RegExp(`^${name} [0-9.]+ \\((MIT|ISC|Apache-2\\.0)\\)$`, "m"));
    }
  });

  it("says nothing to a reader that is gone, and does not end well", async () => {
    const child = spawn(process.execPath, [built, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const closed = new Promise((resolve) => child.on("close", resolve));
    expect(await text(child.stderr)).toBe("");
    expect(await closed).toBe(4);
  });
});

describe("in a sidecar", () => {
  it("runs from a link, with nothing beside dist but package.json, without HOME", async () => {
    const image = join(folder, "image");
    cpSync(join(built, ".."), join(image, "dist"), { recursive: true });
    cpSync(join(built, "../../package.json"), join(image, "package.json"));
    symlinkSync(join(image, "dist/grantwave.js"), join(folder, "grantwave"));
    mkdirSync(join(folder, "app"));
    writeFileSync(join(folder, "app/empty.yaml"), "# nothing\n");
    const child = spawn(join(folder, "grantwave"), ["generate", "app", "--mode", "off"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", ARGOCD_APP_NAME: "web", ARGOCD_APP_NAMESPACE: "web" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    const [stdout, stderr, exit] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    expect({ exit, stdout: stdout.trim(), stderr }).toEqual({ exit: 0, stdout: "# nothing", stderr: "" });
  });

  it("ends with the signal's exit code when it is asked to end while it waits for its input", async () => {
    const child = spawn(process.execPath, [built, "generate", "-", "--name", "web"], { stdio: "pipe" });
    const closed = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
    // Reading has begun once more than a pipe holds is taken.
    await new Promise((resolve) => child.stdin.write(`# ${"x".repeat(1_000_000)}\n`, resolve));
    child.kill("SIGTERM");
    expect(await closed).toBe(143);
  });
});
