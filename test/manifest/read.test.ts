import { expect, test } from "vitest";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import type { Rendered } from "../../src/render/rendered.ts";
import { readStream, renderOf } from "./render-of.ts";

function object(name: string, rest = "", kind = "ConfigMap"): string {
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${rest}`;
}

function specOf(text: string): unknown {
  const { manifests, findings } = readStream(`${object("probe")}spec:\n${text}`);
  expect(findings).toEqual([]);
  return JSON.parse(JSON.stringify(manifests[0]?.value["spec"]));
}

test("plain scalars are what Go makes of them, quoted ones stay text", () => {
  const words = [
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "~",
    "1",
    "0644",
    "0o644",
    "1e3",
    "0x1F",
    "12:30:45",
    "1_000",
    ".5",
    "2001-01-01",
  ];
  expect(specOf(words.map((word) => `  - ${word}\n`).join(""))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    null,
    1,
    420,
    420,
    1000,
    31,
    "12:30:45",
    1000,
    0.5,
    "2001-01-01",
  ]);
  expect(specOf(words.map((word) => `  - "${word}"\n`).join(""))).toEqual(words);
});

test("text that looks like numbers and times is read as Go reads it", () => {
  expect(
    specOf(
      "  rev: 1234567e8\n  sha: 72225e2\n  t: 12:30:45\n  d: 2001-01-01\n  v: 1.0\n  z: 0089\n  p: +5\n",
    ),
  ).toEqual({
    rev: 123456700000000,
    sha: 7222500,
    t: "12:30:45",
    d: "2001-01-01",
    v: 1,
    z: 89,
    p: 5,
  });
});

test("keys that are no text become text", () => {
  expect(specOf("  y: a\n  0644: b\n  1e6: c\n  0.10: d\n  1_0: e\n")).toEqual({
    true: "a",
    420: "b",
    "1e+06": "c",
    "0.1": "d",
    10: "e",
  });
});

test("of two equal keys the last counts at every level, and each is a warning", () => {
  const { manifests, findings } = readStream(
    "kind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: web\n  annotations:\n    argocd.argoproj.io/sync-wave: '1'\n  annotations:\n    a: b\nspec:\n  selector: {app: one, app: two}\n",
  );
  expect(manifests[0]?.annotations).toEqual({ a: "b" });
  expect(manifests[0]?.value).toMatchObject({ spec: { selector: { app: "two" } } });
  expect(findings).toMatchObject([
    {
      code: "duplicate-key",
      refs: [{ name: "web" }],
      source: { line: 7 },
      args: { key: "annotations", line: 7 },
    },
    { code: "duplicate-key", refs: [{ name: "web" }], source: { line: 10 }, args: { key: "app", line: 10 } },
  ]);
});

test("a merge key writes over what stands before it and gives way to what follows", () => {
  expect(
    specOf(
      "  base: &base {a: 1, b: 1}\n  early:\n    a: 2\n    <<: *base\n  late:\n    <<: *base\n    a: 2\n",
    ),
  ).toEqual({
    base: { a: 1, b: 1 },
    early: { a: 1, b: 1 },
    late: { a: 2, b: 1 },
  });
});

test("two merge keys in one mapping and two hundred uses of one alias are fine", () => {
  const uses = Array.from({ length: 200 }, () => "    - *one\n").join("");
  const spec = specOf(
    `  one: &one {a: 1}\n  two: &two {b: 2}\n  both:\n    <<: *one\n    <<: *two\n  uses:\n${uses}`,
  );
  expect(spec).toMatchObject({ both: { a: 1, b: 2 }, uses: Array.from({ length: 200 }, () => ({ a: 1 })) });
});

test("aliases that expand without bound are refused", () => {
  const levels = Array.from(
    { length: 9 },
    (_, i) => `  l${i + 1}: &l${i + 1} [${Array.from({ length: 9 }, () => `*l${i}`).join(", ")}]\n`,
  );
  const { manifests, findings } = readStream(`${object("bomb")}spec:\n  l0: &l0 lol\n${levels.join("")}`);
  expect(manifests).toEqual([]);
  expect(findings).toMatchObject([
    { code: "alias-bomb", refs: [{ name: "bomb" }], args: { limit: 400_000, of: "document" } },
  ]);
});

test("many documents whose aliases are each within bounds are refused where together they are not", () => {
  const repeat = (of: string, times: number) => Array.from({ length: times }, () => of).join(", ");
  const bomb = `spec:\n  one: &one [${repeat("x", 1000)}]\n  own: [${repeat("x", 3000)}]\n  all: [${repeat("*one", 300)}]\n`;
  const bombs = Array.from({ length: 8 }, (_, at) => object(`bomb-${at}`, bomb));
  const { manifests, findings } = readStream([...bombs, object("plain")].join("---\n"));
  expect(manifests.map(({ ref }) => ref.name)).toEqual(["bomb-0", "bomb-1", "bomb-2", "plain"]);
  expect(findings).toHaveLength(5);
  expect(findings[0]).toMatchObject({
    code: "alias-bomb",
    refs: [{ name: "bomb-3" }],
    args: { limit: 1_000_000, of: "render" },
  });
});

test("an anchor that contains itself is broken", () => {
  expect(readStream(`${object("loop")}spec: &a [*a]\n`).findings).toMatchObject([
    { code: "yaml-broken", args: { line: 5 } },
  ]);
});

test("nesting beyond the limit is refused, however deep it goes", () => {
  for (const depth of [300, 20_000]) {
    const flow = readStream(`${object("deep")}spec: ${"[".repeat(depth)}${"]".repeat(depth)}\n`);
    expect(flow.findings).toMatchObject([{ code: "nesting-too-deep", args: { limit: 256 } }]);
  }
  const deep = readStream(`${object("deep")}spec: ${"[".repeat(200)}${"]".repeat(200)}\n`);
  expect(deep.findings).toEqual([]);
});

test("a broken document is named with its place, and the others are read", () => {
  const broken =
    "kind: Service\napiVersion: v1\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  a: 1\n   b: 2\n";
  const { manifests, findings } = readStream(`${object("one")}---\n${broken}---\n${object("two")}`);
  expect(manifests.map(({ ref }) => ref.name)).toEqual(["one", "two"]);
  expect(findings).toMatchObject([
    {
      code: "yaml-broken",
      refs: [{ group: "", kind: "Service", namespace: "shop", name: "web" }],
      source: { file: "standard input", document: 2 },
      args: { command: "standard input", line: 13 },
    },
  ]);
});

test("a broken Secret keeps its values to itself", () => {
  const { findings } = readStream(
    `${object("login", "data:\n  password: hunter2\n   x: 'hunter2\n", "Secret")}`,
  );
  expect(findings.map(({ code }) => code)).toEqual(["yaml-broken"]);
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});

test("text that Argo CD would pass over behind an end mark is refused", () => {
  const { findings } = readStream(`${object("one")}...\n${object("two")}`);
  expect(findings).toMatchObject([{ code: "yaml-broken", args: { line: 5, column: 1 } }]);
});

const strangers: readonly [text: string, found: RegExp][] = [
  ["Fetching dependencies\n", /a text that begins with "Fetching dependencies"/],
  ["- a\n- b\n", /a list/],
  ["42\n", /a number/],
  ["a: 1\n", /a mapping without apiVersion and kind/],
  ["apiVersion: v1\nkind: 1\nmetadata: {name: x}\n", /a mapping without kind/],
  ["apiVersion: v1\nkind: ConfigMap\n", /a ConfigMap whose metadata.name is missing/],
  ["apiVersion: v1\nkind: ConfigMap\nmetadata: {name: }\n", /a ConfigMap whose metadata.name is missing/],
  [
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n",
    /metadata.name is a number and no text: put it in quotes/,
  ],
  [
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n",
    /metadata.name is true or false and no text, as y, n, yes, .* quotes: put it in quotes/,
  ],
  ["apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [a]}\n", /metadata.name is a list and no text$/],
  ["apiVersion: v1\nkind: List\nitems: [1]\n", /item 1 of its list is a number/],
];

test("a text that may be part of a Secret is not quoted: only one at the beginning of the stream is a tool's word", () => {
  const { findings } = readStream(
    `${object("one")}---\nhunter2\n---\nkind: List\napiVersion: v1\nitems: [hunter2]\n`,
  );
  expect(findings).toMatchObject([
    { code: "not-an-object", args: { found: "a text" } },
    { code: "not-an-object", args: { found: "item 1 of its list is a text" } },
  ]);
});

for (const [text, found] of strangers) {
  test(`${JSON.stringify(text)} is no object, and the command that printed it is named`, () => {
    const { manifests, findings } = readStream(`${text}---\n${object("one")}`);
    expect(manifests).toHaveLength(1);
    expect(findings).toMatchObject([
      {
        code: "not-an-object",
        source: { document: 1 },
        args: { found: expect.stringMatching(found), command: "standard input" },
      },
    ]);
  });
}

test("empty documents and comments are left out but counted", () => {
  const { manifests, findings } = readStream(
    `---\n# Source: a.yaml\n---\n\n---\n${object("one")}---\nnull\n---\n---\n${object("two")}---\n\n`,
  );
  expect(findings).toEqual([]);
  expect(manifests.map(({ ref, document, index }) => [ref.name, document.index, index])).toEqual([
    ["one", 2, 0],
    ["two", 4, 1],
  ]);
});

test("the items of a list are objects of their own, a null list is none", () => {
  const { manifests, findings } = readStream(
    "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: a}}\n- {apiVersion: v1, kind: Secret, metadata: {name: b}}\n---\napiVersion: v1\nkind: ConfigMapList\nitems: null\n---\napiVersion: v1\nkind: ConfigMapList\nitems: []\n",
  );
  expect(findings).toEqual([]);
  expect(manifests.map(({ ref, path }) => [ref.name, path])).toEqual([
    ["a", ["items", 0]],
    ["b", ["items", 1]],
  ]);
});

test("a value that is no string makes all annotations unreadable, and is named", () => {
  const { manifests, findings } = readStream(
    object(
      "web",
      "  annotations:\n    argocd.argoproj.io/sync-wave: 5\n    a: b\n  labels:\n    port: 8181\n    on: 'x'\n",
    ),
  );
  expect(manifests[0]?.annotations).toEqual({});
  expect(findings).toMatchObject([
    {
      code: "annotation-not-string",
      refs: [{ name: "web" }],
      args: { field: "annotations", key: "argocd.argoproj.io/sync-wave", found: "a number" },
    },
    {
      code: "annotation-not-string",
      refs: [{ name: "web" }],
      args: { field: "labels", key: "port", found: "a number" },
    },
  ]);
});

for (const [value, found] of [
  ["true", "true or false"],
  ["~", "null"],
  ["{a: b}", "a mapping"],
  ["[a]", "a list"],
  ["1.5", "a number"],
]) {
  test(`an annotation ${value} is ${found}, not a string`, () => {
    const { findings } = readStream(object("web", `  annotations:\n    a: ${value}\n`));
    expect(findings).toMatchObject([{ code: "annotation-not-string", args: { key: "a", found } }]);
  });
}

test("a missing namespace is the destination's, but not for what has none", () => {
  const { manifests } = readStream(
    `${object("a")}---\n${object("b", "  namespace: own\n")}---\n${object("c", "  namespace: ''\n")}---\n${object("d", "  namespace: own\n", "Namespace")}`,
  );
  expect(manifests.map(({ ref }) => ref.namespace)).toEqual(["target", "own", "target", ""]);
});

test("a CustomResourceDefinition of the same render decides where its kind lives, wherever it stands", () => {
  const crd = (scope: string) =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: probes.example.com}\nspec: {group: example.com, scope: ${scope}, names: {kind: Probe}}\n`;
  const probe = "apiVersion: example.com/v1\nkind: Probe\nmetadata: {name: p}\n";
  expect(readStream(`${probe}---\n${crd("Cluster")}`).manifests[0]?.ref.namespace).toBe("");
  expect(readStream(`${probe}---\n${crd("Namespaced")}`).manifests[0]?.ref.namespace).toBe("target");
  expect(readStream(probe).manifests[0]?.ref.namespace).toBe("target");
});

test("keys of the object prototype are keys like any other", () => {
  const { manifests } = readStream(
    `${object("p")}__proto__:\n  polluted: yes\nconstructor: {prototype: {polluted: yes}}\n`,
  );
  const { value } = manifests[0] ?? {};
  expect(Object.keys(value ?? {})).toEqual(["apiVersion", "kind", "metadata", "__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("reading changes neither the render nor its documents", () => {
  const rendered: Rendered = Object.freeze(renderOf(`${object("a")}---\n${object("b")}`));
  const documents = splitDocuments(rendered).value.map((document) => Object.freeze(document));
  expect(readManifests(rendered, Object.freeze(documents), { destinationNamespace: "x" }).value).toHaveLength(
    2,
  );
});
