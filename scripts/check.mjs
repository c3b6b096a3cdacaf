#!/usr/bin/env node
// Drift: what is made from the code and from the examples must be what is committed. `--write` makes it anew.
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { build } from "esbuild";
import { releaseTable } from "./argo-releases/answers.mjs";
import { helmValues } from "./helm-values.mjs";

const root = resolve(import.meta.dirname, "..");
const write = process.argv.includes("--write");

const { parameterTable } = await load("src/parameters/parameter-table.ts");
const { sourceFieldTable } = await load("src/parameters/source-block/source-field-table.ts");
const { pluginManifest } = await load("src/parameters/plugin-manifest.ts");
const { commandTable } = await load("src/commands/command-table.ts");
const { jsonSchema, schemaKinds } = await load("src/report/json-schemas.ts");

/** @type {readonly { file: string, make: (before: string) => string }[]} */
const generated = [
  { file: "plugin.yaml", make: () => pluginManifest("grantwave") },
  { file: "plugin-auto.yaml", make: () => pluginManifest("grantwave-auto") },
  { file: "install/helm/values.yaml", make: () => helmValues(["repo-server"]) },
  { file: "install/helm/values-auto.yaml", make: () => helmValues(["repo-server", "repo-server-auto"]) },
  { file: "docs/parameters.md", make: (before) => between(before, "parameters", parameterTable()) },
  { file: "docs/argo-cd.md", make: (before) => between(before, "releases", releaseTable()) },
  {
    file: "docs/migrate.md",
    make: (before) => between(before, "source-fields", sourceFieldTable()),
  },
  {
    file: "README.md",
    make: (before) => between(between(before, "demo", demoText()), "commands", commandTable()),
  },
  ...schemaKinds.map((/** @type {string} */ kind) => ({
    file: `docs/schema/${kind}.json`,
    make: () => jsonSchema(kind),
  })),
];

const stale = [];
for (const { file, make } of generated) {
  const path = resolve(root, file);
  const before = await readFile(path, "utf8").catch(() => "");
  const after = make(before);
  if (before === after) continue;
  if (write) await writeFile(path, after);
  else stale.push(file);
}
if (stale.length > 0) {
  console.error(
    `${stale.join(" and ")} no longer agree with what they are made from: run npm run check -- --write`,
  );
  process.exitCode = 1;
}

/** The first screenful of the demo; that the plan is the command's real output is what the examples' test checks. */
function demoText() {
  const plan = readFileSync(resolve(root, "examples/web-and-signer/plan.txt"), "utf8");
  return `\`\`\`text\n${plan.slice(0, plan.indexOf("\nMoved")).trimEnd()}\n\`\`\``;
}

/**
 * Replaces what stands between two markers of a Markdown file.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} content
 */
function between(text, name, content) {
  const [start, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the markers ${start} … ${end} are missing`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

/**
 * Loads a TypeScript module of ours, which Node 20 cannot do by itself.
 *
 * @param {string} file relative to the root
 * @returns {Promise<any>}
 */
async function load(file) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [relative(root, resolve(root, file))],
    bundle: true,
    format: "esm",
    platform: "node",
    // CommonJS packages ask for Node's own modules with require().
    banner: {
      js: `import { createRequire } from "node:module";\nconst require = createRequire(${JSON.stringify(import.meta.url)});`,
    },
    write: false,
    logLevel: "warning",
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error(`${file} was not built`);
  return import(`data:text/javascript;base64,${Buffer.from(output.text).toString("base64")}`);
}
