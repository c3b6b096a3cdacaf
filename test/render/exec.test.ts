import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { OutsideError, UsageError } from "../../src/errors.ts";
import { startDeadline } from "../../src/render/deadline.ts";
import { runTool, ToolFailed, type ToolRun } from "../../src/render/exec.ts";
import { failure, stubTool, systemPath, temporaryFolder } from "./rendering.ts";

async function runOf(script: string, changes: Partial<ToolRun> = {}): Promise<ToolRun> {
  return {
    command: "stub",
    file: await stubTool(script),
    args: [],
    cwd: "/",
    env: { PATH: systemPath },
    deadline: startDeadline(20),
    signal: new AbortController().signal,
    maxStdoutBytes: 1024 * 1024,
    graceMilliseconds: 200,
    ...changes,
  };
}

async function isRunning(pid: number): Promise<boolean> {
  // A zombie waits for its parent to look at it; it runs no more.
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return status !== undefined && !/\) Z /.test(status);
}

async function runsSoon(pid: number, wanted: boolean): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await isRunning(pid)) === wanted) return wanted;
    await sleep(20);
  }
  return !wanted;
}

it("gives back the bytes of stdout as they are, and stderr apart", async () => {
  const output = await runTool(await runOf("printf 'a\\377\\r\\n'; echo warning >&2"));
  expect([...output.stdout]).toEqual([0x61, 0xff, 0x0d, 0x0a]);
  expect(output.stderr).toBe("warning\n");
});

it("takes arguments and environment literally, without a shell", async () => {
  const folder = await temporaryFolder();
  const argument = `$(touch ${join(folder, "evaluated")}); *`;
  const { stdout } = await runTool(await runOf('printf "%s|%s" "$1" "$HOME"', { args: [argument] }));
  expect(stdout.toString()).toBe(`${argument}|`);
  await expect(access(join(folder, "evaluated"))).rejects.toThrow();
});

it("says which command failed, how, and the tool's own words, but never its stdout", async () => {
  const error = await failure(runTool(await runOf("echo password; echo 'no such chart' >&2; exit 3")));
  expect(error).toBeInstanceOf(ToolFailed);
  expect(error.message).toBe("`stub` failed with exit code 3: no such chart");
});

it("names the signal that ended a tool", async () => {
  const error = await failure(runTool(await runOf("kill -SEGV $$")));
  expect(error.message).toBe("`stub` was ended by SIGSEGV: it said nothing on stderr");
});

it("takes colours and control characters out of a tool's words", async () => {
  const error = await failure(runTool(await runOf("printf '\\033[31mred\\033[0m \\007bell' >&2; exit 1")));
  expect(error.message).toBe("`stub` failed with exit code 1: red bell");
});

it("keeps beginning and end of a long stderr and counts the rest", async () => {
  const script = "echo first >&2; head -c 5242880 /dev/zero | tr '\\0' x >&2; echo last >&2; echo fine";
  const { stdout, stderr } = await runTool(await runOf(script));
  expect(stdout.toString()).toBe("fine\n");
  expect(stderr.length).toBeLessThan(300 * 1024);
  expect(stderr).toMatch(/^first\nx+\n… \d+ bytes left out …\nx+last\n$/);
});

it("bounds the words in an error", async () => {
  const script = "head -c 5242880 /dev/zero | tr '\\0' x >&2; echo ' the reason' >&2; exit 1";
  const error = await failure(runTool(await runOf(script)));
  expect(error.message.length).toBeLessThan(5000);
  expect(error.message).toMatch(/the reason$/);
});

it("reads 64 MiB where the limit allows it", async () => {
  const run = await runOf("head -c 67108864 /dev/zero", { maxStdoutBytes: 96 * 1024 * 1024 });
  expect((await runTool(run)).stdout.length).toBe(64 * 1024 * 1024);
});

it("ends a tool that prints more than the limit and says why there is one", async () => {
  const folder = await temporaryFolder();
  const error = await failure(runTool(await runOf("echo $$ > pid; exec cat /dev/zero", { cwd: folder })));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(
    "`stub` printed more than 1 MiB; Argo CD refuses more than 100 MiB from a plugin",
  );
  expect(await isRunning(Number(await readFile(join(folder, "pid"), "utf8")))).toBe(false);
});

it("takes output of exactly the limit", async () => {
  const { stdout } = await runTool(await runOf("head -c 1048576 /dev/zero"));
  expect(stdout.length).toBe(1048576);
});

it("ends a tool and its children at the deadline, even those that refuse to go", async () => {
  const folder = await temporaryFolder();
  const script =
    "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > child; while :; do sleep 1; done' & while :; do sleep 1; done";
  const error = await failure(runTool(await runOf(script, { cwd: folder, deadline: startDeadline(0.4) })));
  expect(error).toBeInstanceOf(OutsideError);
  expect(error.message).toBe("`stub` was ended: rendering took longer than its deadline of 0.4 s");
  expect(error.hint).toMatch(/--render-timeout/);
  expect(await runsSoon(Number(await readFile(join(folder, "child"), "utf8")), false)).toBe(false);
});

it("leaves a tool in our own process group where that is ended by somebody else, and ends it alone", async () => {
  const groupOf = async (run: ToolRun) => (await runTool(run)).stdout.toString().split(" ")[4];
  const ours = (await readFile("/proc/self/stat", "utf8")).split(" ")[4];
  const script = "cat /proc/$$/stat";
  expect(await groupOf(await runOf(script, { sharesGroup: true }))).toBe(ours);
  expect(await groupOf(await runOf(script))).not.toBe(ours);

  const error = await failure(
    runTool(
      await runOf("trap '' TERM; sleep 60 & wait; wait", { deadline: startDeadline(0.2), sharesGroup: true }),
    ),
  );
  expect(error.message).toMatch(/^`stub` was ended: .* deadline of 0\.2 s$/);
});

it("lets a tool clean up before it is ended", async () => {
  const folder = await temporaryFolder();
  const script = "trap 'echo gone > trace; exit 1' TERM; while :; do sleep 0.05; done";
  const run = await runOf(script, { cwd: folder, deadline: startDeadline(0.3), graceMilliseconds: 5000 });
  await failure(runTool(run));
  expect(await readFile(join(folder, "trace"), "utf8")).toBe("gone\n");
});

it("ends a tool when grantwave is asked to stop", async () => {
  const stop = new AbortController();
  const run = await runOf("sleep 30", { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  const error = await failure(runTool(run));
  expect(error.message).toBe("`stub` was ended because grantwave was asked to stop");
});

it("does not start a tool after grantwave was asked to stop", async () => {
  const folder = await temporaryFolder();
  await failure(runTool(await runOf("touch started", { cwd: folder, signal: AbortSignal.abort() })));
  await expect(access(join(folder, "started"))).rejects.toThrow();
});

it("is not held up by a child that keeps stdout open", async () => {
  const folder = await temporaryFolder();
  const run = await runOf("echo done; sh -c 'echo $$ > child; exec sleep 30' &\nsleep 0.2", { cwd: folder });
  expect((await runTool(run)).stdout.toString()).toBe("done\n");
  expect(await runsSoon(Number(await readFile(join(folder, "child"), "utf8")), false)).toBe(false);
}, 20_000);

it("waits for what a child still prints after its parent has ended", async () => {
  const { stdout } = await runTool(await runOf("(sleep 0.3; echo late) &\necho early"));
  expect(stdout.toString()).toBe("early\nlate\n");
});

it("says where it looked for a program that cannot be started", async () => {
  const error = await failure(runTool(await runOf("", { file: "/nowhere/helm" })));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("`stub` cannot be started: /nowhere/helm in / (ENOENT)");
});

it("says what to do about arguments that are too long", async () => {
  const error = await failure(runTool(await runOf("", { args: ["x".repeat(4 * 1024 * 1024)] })));
  expect(error.message).toBe("`stub` cannot be started: its arguments are too long");
});
