import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What has to work for a node of our own, and what is wrong where it does not. */
const requirements: readonly {
  readonly command: readonly [string, ...string[]];
  readonly missing: string;
}[] = [
  {
    command: ["apt-get", "--version"],
    missing: "no apt-get: containerd and runc come from Debian's packages",
  },
  { command: ["dpkg", "--version"], missing: "no dpkg to unpack Debian's packages" },
  { command: ["ip", "link"], missing: "no ip command (package iproute2)" },
  {
    command: ["unshare", "-m", "-p", "-f", "--mount-proc", "mount", "-t", "tmpfs", "tmpfs", "/run"],
    missing: "this user may not make mount and PID namespaces and mount in them",
  },
];

/** Why no real node can run on this machine; undefined where one can. */
export async function whyNoNode(): Promise<string | undefined> {
  if (process.platform !== "linux") return `${process.platform} is not Linux`;
  if (process.getuid?.() !== 0) return "containers need root";
  for (const { command, missing } of requirements) {
    const [program, ...args] = command;
    const works = await run(program, args).then(
      () => true,
      () => false,
    );
    if (!works) return missing;
  }
  return undefined;
}
