#!/usr/bin/env node
// `npm run demo`: sets everything up, builds, and shows the plan of the first example. Needs nothing but Node and npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setup } from "./setup.mjs";

const root = resolve(import.meta.dirname, "..");
const example = "examples/web-and-signer";
const args = ["plan", "app", "--config", "grantwave.yaml", "--application", "application.yaml"];

const tools = await setup();
const { build } = await import("./build.mjs");
const command = await build();

console.log(`$ cd ${example}\n$ grantwave ${args.join(" ")}\n`);
const child = spawn(process.execPath, [command, ...args], {
  cwd: resolve(root, example),
  env: { ...process.env, GRANTWAVE_HELM: tools.helm, GRANTWAVE_KUBECTL: tools.kubectl },
  stdio: "inherit",
});
const [code] = await once(child, "close");
// 1 stands for findings, which an example may well have.
process.exitCode = code === 1 ? 0 : (code ?? 70);
