import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runGrantwave } from "../run-grantwave.ts";

/**
 * A case is a folder a person can read: a README with the story, `case.yaml` with how it is run and what is found, the
 * input, and what grantwave prints for it (`generate.yaml`, `plan.txt`). `npm run test:update` writes the latter two
 * anew: read the difference before you commit it.
 */
interface Case {
  /** Arguments of both `generate` and `plan`, run in the case's folder. */
  args: string[];
  env?: Record<string, string>;
  /** A script of the folder whose output is the standard input; `generate.yaml` then holds only what is new. */
  stdin?: string;
  /** Exit code of `generate`; with anything but 0 nothing may be on its stdout. */
  exit: number;
  /** `code object` of every finding of `plan`, in its order; for unreadable input the codes that stderr names. */
  findings: string[];
  /** Texts that the last line on stderr has to contain. */
  says?: string[];
}

const root = join(import.meta.dirname, "..", "..");
const update = process.env["GRANTWAVE_UPDATE"] === "1";

const folders = [join(root, "examples"), join(root, "test", "cases"), join(root, "test", "rejected")].flatMap(
  (parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(parent, entry.name)),
);

describe.each(folders.map((folder) => [relative(root, folder), folder]))("%s", (_name, folder) => {
  const spec = parse(readFileSync(join(folder, "case.yaml"), "utf8")) as Case;
  const stdin =
    spec.stdin === undefined ? "" : execFileSync(process.execPath, [join(folder, spec.stdin)], { encoding: "utf8" });
  const run = (command: string, ...more: string[]) =>
    runGrantwave([command, ...spec.args, ...more], { cwd: folder, env: spec.env ?? {}, stdin });

  it("generates what is written down", async () => {
    const result = await run("generate");
    expect({ exit: result.exit, stderr: result.stderr }).toMatchObject({ exit: spec.exit });
    const lastLine = result.stderr.trimEnd().split("\n").at(-1) ?? "";
    for (const text of spec.says ?? []) expect(lastLine).toContain(text);
    if (spec.exit === 0) matchFile(join(folder, "generate.yaml"), newLines(result.stdout, stdin));
    else expect(result.stdout).toBe("");
  });

  it("finds what is written down, and shows it", async () => {
    const json = await run("plan", "-o", "json");
    if (json.stdout === "") {
      for (const code of spec.findings) expect(json.stderr).toContain(code);
      expect(spec.exit).not.toBe(0);
      return;
    }
    const plan = JSON.parse(json.stdout) as { findings: { code: string; refs: { kind: string; name: string }[] }[] };
    expect(
      plan.findings.map(({ code, refs }) => [code, ...refs.slice(0, 1).map((ref) => `${ref.kind}/${ref.name}`)].join(" ")),
    ).toEqual(spec.findings);
    matchFile(join(folder, "plan.txt"), (await run("plan", "-o", "text")).stdout);
  });
});

/** The text itself, or where it came from another one that is too large to be kept, the lines that it did not have. */
function newLines(text: string, before: string): string {
  if (before === "") return text;
  const known = new Set(before.split("\n"));
  return `${text
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n")}\n`;
}

function matchFile(file: string, actual: string): void {
  if (update) writeFileSync(file, actual);
  expect(actual).toBe(readFileSync(file, "utf8"));
}
