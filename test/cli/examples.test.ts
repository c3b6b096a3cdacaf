import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../src/commands/commands.ts";
import { runGrantwave } from "../run-grantwave.ts";
import { testTools } from "../tools.ts";
import { checkout } from "./repository.ts";

let folder: string;

beforeAll(() => {
  folder = checkout();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a line of help as a shell would: words at blanks, and one pipe from a tool that renders. */
async function runLine(line: string) {
  const parts = line.split(" | ").map((part) => part.split(" "));
  const [program, ...args] = parts.at(-1) ?? [];
  expect(program).toBe("grantwave");
  const [tool, ...toolArgs] = parts.length > 1 ? (parts[0] ?? []) : [];
  if (tool === undefined) return runGrantwave(args, { cwd: folder });
  const tools = await testTools();
  const path = tool === "helm" || tool === "kubectl" ? tools[tool] : "";
  const { stdout } = await promisify(execFile)(path, toolArgs, { cwd: folder });
  return runGrantwave(args, { cwd: folder, stdin: stdout });
}

// One after the other: an example may use what the one before it has written.
describe.sequential.each(commands.filter(({ isServer, needsCluster }) => !needsCluster && !isServer))(
  "the help of $name",
  ({ examples, name }) => {
    it.each(examples)("shows an example that works: %s", async (line) => {
      const { exit, stderr, stdout } = await runLine(line);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.not.stringContaining("error") });
      expect(stdout).not.toBe("");
    });

    it("shows examples of this command", () => {
      for (const line of examples) expect(line).toMatch(new RegExp(`(^|\\| )grantwave ${name}( |$)`));
    });
  },
);
