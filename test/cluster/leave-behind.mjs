// Starts a process, prints the folder of its lifetime, and waits to be killed: see control-plane.test.ts.
import { spawn } from "node:child_process";
import { beginLifetime } from "./lifetime.mjs";

const lifetime = await beginLifetime("left");
// The folder stands in its command line, by which the test finds it.
const child = spawn("sh", ["-c", "sleep 600; true", lifetime.folder], { detached: true, stdio: "ignore" });
if (child.pid !== undefined) lifetime.endsProcess(child.pid);
process.stdout.write(`${lifetime.folder}\n`);
