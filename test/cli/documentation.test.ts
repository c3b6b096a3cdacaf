import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../src/commands/commands.ts";
import { runGrantwave } from "../run-grantwave.ts";

const root = join(import.meta.dirname, "../..");
const files = ["docs/commands.md", "docs/migrate.md"];
const update = process.env["GRANTWAVE_UPDATE"] === "1";

/**
 * A fence with a command, in which of the examples it is run, and which lines of what it prints are shown:
 * `console in=shop-chart lines=1-20`, or all of them in the first example.
 */
const fence = /^```console(?: in=([\w-]+))?(?: lines=(\d+)-(\d+))?\n\$ grantwave (.*)\n([\s\S]*?)^```$/gm;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "grantwave-docs-"));
  mkdirSync(join(folder, ".git"));
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command prints in the folder of an example, and its messages behind it. */
async function outputOf(args: string, example: string): Promise<string> {
  const { stderr, stdout } = await runGrantwave(args.split(" "), { cwd: join(folder, "examples", example) });
  return stdout + stderr;
}

/** The longest name of a command that the words begin with: `lockout match` and not `lockout`. */
function commandOf(args: string): string | undefined {
  const names = [...commands.map(({ name }) => name), "wait"].filter((name) =>
    `${args} `.startsWith(`${name} `),
  );
  return names.sort((a, b) => b.length - a.length)[0];
}

function cut(output: string, first: string | undefined, last: string | undefined): string {
  if (first === undefined) return output;
  const lines = output.split(/(?<=\n)/);
  const kept = lines.slice(Number(first) - 1, Number(last));
  return [
    ...(Number(first) > 1 ? ["…\n"] : []),
    ...kept,
    ...(Number(last) < lines.length ? ["…\n"] : []),
  ].join("");
}

describe.each(files)("%s", (name) => {
  const file = join(root, name);
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(fence)].map(
    ([whole, example = "web-and-signer", first, last, args = "", shown = ""]) => ({
      whole,
      example,
      first,
      last,
      args,
      shown,
    }),
  );

  it.runIf(name === "docs/commands.md")(
    "has a section with an example for each command that there is, and for no other",
    () => {
      const sections = [...text.matchAll(/^## ([\w ]+)$/gm)].map(([, section]) => section);
      expect(sections).toEqual([...commands.map((command) => command.name), "wait"]);
      const others = commands.filter(({ isServer, needsCluster }) => needsCluster || isServer);
      const runnable = sections.filter((section) => !others.some(({ name }) => name === section));
      expect([...new Set(blocks.map(({ args }) => commandOf(args)))]).toEqual(runnable);
    },
  );

  // One after the other: a plan is the baseline of a later one.
  it.sequential.each(blocks)(
    "shows what is printed by: grantwave $args",
    async ({ whole, example, first, last, args, shown }) => {
      const expected = cut(await outputOf(args, example), first, last);
      if (!update) return expect(shown).toBe(expected);
      const made = whole.replace(`\n${shown}\`\`\``, () => `\n${expected}\`\`\``);
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace(whole, () => made),
      );
    },
  );
});
