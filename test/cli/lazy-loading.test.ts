import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { built } from "./run-built.ts";

const chunks = join(dirname(built), "chunks");

/** The chunk that a lazily loaded source file became. */
function chunkOf(name: string): string {
  const found = readdirSync(chunks).find((file) => file.startsWith(`${name}-`));
  if (found === undefined) throw new Error(`dist/chunks holds no chunk of ${name}`);
  return join(chunks, found);
}

/** The packages in files of the bundle and in all that they import at once: what their start has to wait for. */
function packagesBefore(...files: readonly string[]): readonly string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(/^\/\/ node_modules\/([^/\n]+)/gm)) packages.add(name);
    for (const [, path = ""] of text.matchAll(/^(?:import|\} from) "(\.[^"]+)"/gm)) {
      open.push(resolve(dirname(file), path));
    }
  }
  return [...packages].sort();
}

it("asks whether to match without any reader of YAML or schema", () => {
  expect(packagesBefore(built, chunkOf("discover"))).toEqual(["commander"]);
});

it("needs no more packages than these to put a render in order", () => {
  const all = [built, ...["generate", "helm", "load-config", "pipeline"].map(chunkOf)];
  expect(packagesBefore(...all)).toEqual(["@bufbuild", "@marcbachmann", "commander", "yaml", "zod"]);
});

it("starts helm before any reader of YAML and any schema is loaded", () => {
  expect(packagesBefore(built, chunkOf("generate"), chunkOf("helm"))).toEqual(["commander"]);
});

it("reports beside a signer without any of them, since it runs in every pod of it", () => {
  expect(packagesBefore(built, chunkOf("report"))).toEqual(["commander"]);
});
