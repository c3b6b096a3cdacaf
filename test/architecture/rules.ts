import { posix } from "node:path";
import { importsOf, type SourceFile, withoutComments } from "./imports.ts";

/** One door for each outside thing. Packages that stand in no row are not imported at all. */
const doors: readonly { readonly modules: readonly string[]; readonly only: readonly string[] }[] = [
  { modules: ["yaml"], only: ["manifest/"] },
  { modules: ["node:child_process"], only: ["render/exec.ts"] },
  { modules: ["node:process"], only: ["main.ts", "render/exec.ts"] },
  {
    modules: ["node:http", "node:https", "node:http2", "node:net", "node:tls", "node:dns", "node:dgram"],
    only: ["cluster/", "reporter/serve.ts"],
  },
  { modules: ["fast-json-patch"], only: ["report/"] },
  { modules: ["commander"], only: ["cli.ts", "commands/"] },
  { modules: ["@marcbachmann/cel-js", "@bufbuild/re2"], only: ["admission/cel/"] },
  { modules: ["@kubernetes/client-node"], only: ["cluster/kubeconfig.ts"] },
  { modules: ["zod"], only: ["config/", "report/", "argo/"] },
];

/**
 * Who may know whom, types included: a file imports from its own row and from rows above it, never from one below. Where
 * a file and its folder both stand here, the file's row counts. Stages have a row each, in the order of
 * docs/architecture.md.
 */
const layers: readonly (readonly string[])[] = [
  [
    "append-all.ts",
    "append-to.ts",
    "errors.ts",
    "duration.ts",
    "nearest-name.ts",
    "type-names.ts",
    "version.ts",
  ],
  ["manifest/", "findings/finding.ts", "findings/printable.ts", "render/rendered.ts"],
  ["findings/", "quote.ts"],
  ["argo/", "config/"],
  ["cluster/", "reporter/"],
  ["render/"],
  ["requests/"],
  ["references/"],
  ["signers/"],
  ["admission/"],
  ["barrier/"],
  ["loaded/"],
  ["order/"],
  ["lockout/"],
  ["pipeline.ts", "timeline.ts"],
  ["verify/", "health/", "stuck/"],
  ["report/"],
  ["parameters.ts", "parameters/"],
  ["announcement/", "migrate/"],
  ["commands/"],
  ["cli.ts"],
  ["main.ts"],
];

/** Everything that breaks a rule, one sentence each. */
export function findViolations(files: readonly SourceFile[]): readonly string[] {
  const violations = files.flatMap((file) => [
    ...importsOf(file.text).flatMap((module) =>
      module.startsWith(".") ? layerViolations(file, module) : doorViolations(file, module),
    ),
    ...spreadViolations(file),
  ]);
  return [...new Set(violations)];
}

/** Calls that take any number of arguments, and so are given whole lists; the stack has no room for long ones. */
const spreadCall = /\.(push|unshift|max|min)\(\s*\.\.\./g;

function spreadViolations({ path, text }: SourceFile): readonly string[] {
  return [...withoutComments(text).matchAll(spreadCall)].map(
    ([, name]) => `src/${path} spreads a list into ${name}(), which a long one breaks: see src/append-all.ts`,
  );
}

function doorViolations(file: SourceFile, module: string): readonly string[] {
  const door = doors.find(({ modules }) =>
    modules.some((name) => module === name || module.startsWith(`${name}/`)),
  );
  if (door === undefined) {
    return module.startsWith("node:")
      ? []
      : [`src/${file.path} imports ${module}, which has no door: give it one in test/architecture/rules.ts`];
  }
  return door.only.some((place) => covers(place, file.path))
    ? []
    : [`src/${file.path} imports ${module}, which only src/${door.only.join(" and src/")} may`];
}

function layerViolations(file: SourceFile, module: string): readonly string[] {
  const target = posix.join(posix.dirname(file.path), module);
  if (target.startsWith("..")) {
    return target === "../package.json" && file.path === "version.ts"
      ? []
      : [`src/${file.path} imports ${module}, which lies outside of src/`];
  }
  const [from, to] = [layerOf(file.path), layerOf(target)];
  if (from === undefined || to === undefined) {
    const unknown = from === undefined ? file.path : target;
    return [`src/${unknown} stands in no layer: give it one in test/architecture/rules.ts`];
  }
  return to <= from
    ? []
    : [
        `src/${file.path} imports src/${target}, which is built on it: the layers go ${describe(from)} ← ${describe(to)}`,
      ];
}

function layerOf(path: string): number | undefined {
  const file = layers.findIndex((row) => row.includes(path));
  const found = file >= 0 ? file : layers.findIndex((row) => row.some((place) => covers(place, path)));
  return found < 0 ? undefined : found;
}

function describe(layer: number): string {
  return layers[layer]?.join(", ") ?? "";
}

function covers(place: string, path: string): boolean {
  return place.endsWith("/") ? path.startsWith(place) : path === place;
}
