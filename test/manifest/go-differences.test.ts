import { describe, expect, test } from "vitest";
import { readStream } from "./render-of.ts";

/** What Argo CD 3.6.1 was seen to make of these: the same programs are asked again in test/oracle. */
function object(rest: string): string {
  return `apiVersion: v1\nkind: Probe\nmetadata:\n  name: probe\n${rest}`;
}

function reasonOf(text: string): unknown {
  const { findings } = readStream(text);
  return findings.find(({ code }) => code === "yaml-broken")?.args;
}

describe("Go refuses this too", () => {
  test.each([
    ["a question mark inside of a text in brackets", "spec: [a ? b]\n"],
    ["a colon without a key in brackets", "spec: [a, :b]\n"],
    ["two colons in brackets", "spec: [a, ::]\n"],
    ["a tag that ends with a bracket", "spec: [!]\n"],
    ["a colon that is text before a bracket", "spec: {a:[b]}\n"],
    ["text right behind quotes that close on another line", 'spec: "a\n"b: 1\n'],
    ["a key right behind a bracket on a line of its own", "spec: {\n}b:\n"],
    ["an item left of the list", "spec:\n  -\n -\n"],
    ["two colons of which one begins a text, in brackets", "spec: [7: :a]\n"],
    ["a dash before a blank in brackets", "spec: [- a]\n"],
    ["a block of text in brackets", "spec: [|]\n"],
    ["a tab in front of the first key of a line", "spec:\n\ta: 1\n"],
    ["a tab behind the dash of an item with a key", "spec:\n-\ta: 1\n"],
    ["a tab at the end of the document", "\t"],
    ["a tab on a line of its own in front of a key", "\t\nspec: 1\n"],
    ["a tab that indents the next line of a text", "spec: a\n\tb\n"],
    ["an anchor of other letters", "spec: &é a\n"],
    ["an anchor that a quote follows", 'spec: &a"b"\n'],
    ["an alias of other letters", "seen: &é a\nspec: *é\n"],
    ["an alias without an anchor", "spec: *a\n"],
    ["two anchors of one value", "spec: &a &b c\n"],
    ["the escape of a slash", 'spec: "\\/"\n'],
    ["a pair of escaped surrogates", 'spec: "\\ud83d\\ude00"\n'],
    ["an escape beyond Unicode", 'spec: "\\U00110000"\n'],
    ["a key without a colon", "spec:\n  a\n  b: 1\n"],
    ["a key that is a list", "spec: {[a]: b}\n"],
    ["a null key", "spec: {~: b}\n"],
    ["a pair without a key in brackets", "spec: [? : b]\n"],
    ["a key behind which 1,024 characters pass without a colon", `spec: {"${"a".repeat(1030)}": 1}\n`],
    ["YAML 1.2", "%YAML 1.2\n---\nspec: 1\n"],
    ["a directive that nobody knows", "%A b\n---\nspec: 1\n"],
    ["a tag of a handle that nobody declared", "spec: !e!a b\n"],
    ["a value that does not fit its tag", "spec: !!int a\n"],
    ["a document mark inside of quotes", 'spec: "a\n... b"\n'],
  ])("%s", (_, rest) => {
    expect(
      reasonOf(rest.startsWith("%") || rest.startsWith("\t") ? rest + object("") : object(rest)),
    ).toBeDefined();
  });
});

describe("Argo CD does not read back what it has read, and the reason says so", () => {
  test.each([
    ["an escaped delete character", 'spec: "\\x7f"\n', /control character/],
    ["an escaped C1 control character", 'spec: "\\u0086"\n', /control character/],
    ["an escape of what is no character", 'spec: "\\uffff"\n', /control character/],
    ["a control character in base64", "spec: !!binary fw==\n", /control character/],
    ["an escaped next line in a key", 'spec: {"a\\Nb": 1}\n', /next line/],
    ["a mark of the document behind an escaped next line", 'spec: "a\\N--- b"\n', /control character/],
    [
      "a key of 1,024 characters, with its quotes",
      `spec:\n  ? ${"a".repeat(1023)}\n  : 1\n`,
      /longer in JSON/,
    ],
    ["a key that only its escapes make too long", `spec: {"${"<".repeat(200)}": 1}\n`, /longer in JSON/],
  ])("%s", (_, rest, reason) => {
    expect(reasonOf(object(rest))).toMatchObject({ detail: expect.stringMatching(reason) });
  });
});

describe("Go reads by chance, and the reason says so", () => {
  test.each([
    ["a number and a text", 'spec: {1: a, "1": b}\n'],
    ["a number and another of the same text", "spec: {1: a, 1.0: b}\n"],
    ["what is no number, twice", "spec: {.nan: a, .nan: b}\n"],
    ["zeros with and without a sign", "spec: {0.0: a, -0.0: b}\n"],
    ["a key and one that is merged", 'spec:\n  "1": a\n  <<: {1: b}\n'],
  ])("%s", (_, rest) => {
    expect(reasonOf(object(rest))).toMatchObject({
      detail: expect.stringMatching(/put both keys in quotes/),
    });
  });
});

describe("Go reads this", () => {
  test.each<[title: string, rest: string, spec: unknown]>([
    ["a line separator that ends a line of a block", "spec: |\n  a\u2028  b\n", "a\u2028b\n"],
    ["a paragraph separator at the end of a block", "spec: |\n  a\u2029", "a\u2029"],
    ["a next line in a block", "spec: |\n  a\u0085  b\n", "a\nb\n"],
    ["two carriage returns before a line feed, one break", "spec: |\n  a\r\r\n  b\n", "a\nb\n"],
    ["three of them, two breaks", "spec: |\n  a\r\r\r\n  b\n", "a\n\nb\n"],
    ["a lone exclamation mark, which is an empty text", "spec: !\n", ""],
    ["a tag that a comma is part of", "spec: [!a, b]\n", ["b"]],
    ["a number behind one, which is a text", "spec: ! 12\n", "12"],
    ["a merge behind one, even in quotes", "spec: {! '<<': {a: 1}}\n", { a: 1 }],
    ["an escaped next line, which becomes a blank", 'spec: "a \\N b"\n', "a b"],
    ["escaped next lines, of which the first is folded away", 'spec: "a\\N \\Nb"\n', "a\nb"],
    ["a byte order mark in the middle", "spec: a\ufeffb\n", "a\ufeffb"],
    ["a text that only looks blank", "spec: \u00a0\n", "\u00a0"],
    ["a comment right behind quotes", 'spec: "a"#b\n', "a"],
    ["a pair without a blank behind a quoted key", 'spec: {"a":b}\n', { a: "b" }],
    ["a key without a value in braces", "spec: {a, b: 1}\n", { a: null, b: 1 }],
    ["a tab behind a colon", "spec:\ta\n", "a"],
    ["a tab in quotes, escaped or not", 'spec: "a\tb\\\tc"\n', "a\tb\tc"],
    ["an anchor given twice: the last one before counts", "x: &a 1\ny: &a 2\nspec: *a\n", 2],
    ["2^53", "spec: 9007199254740992\n", 9007199254740992n],
    ["the number behind it", "spec: 9007199254740993\n", 9007199254740993n],
    ["the smallest number of 64 bits", "spec: -9223372036854775808\n", -9223372036854775808n],
    ["a number that needs a 64th bit, which becomes a double", "spec: 9223372036854775808\n", 2 ** 63],
    [
      "a double that is a whole number of 64 bits once it has been JSON",
      "spec: 1e18\n",
      1000000000000000000n,
    ],
    ["one of which JSON has fewer digits than it", "spec: 1.2345678901234567e18\n", 1234567890123456800n],
    ["a zero with a sign", "spec: -0.0\n", 0],
    ["a number out of range", "spec: 1e400\n", "1e400"],
  ])("%s", (_, rest, spec) => {
    const { manifests, findings } = readStream(object(rest));
    expect(findings.filter(({ code }) => code === "yaml-broken")).toEqual([]);
    expect(manifests[0]?.value["spec"]).toStrictEqual(
      spec === null || typeof spec !== "object" ? spec : toPlain(spec),
    );
  });
});

test("what is JSON from the beginning of the stream on is read once, and keeps what a second reading would not", () => {
  const json = '{"apiVersion":"v1","kind":"Probe","metadata":{"name":"probe"},"spec":"a\\u0085\\u007fb"}';
  expect(readStream(json).manifests[0]?.value["spec"]).toBe("a\u0085\u007fb");
  expect(reasonOf(`---\n${json}`)).toMatchObject({ detail: expect.stringMatching(/control character/) });
});

test("a byte order mark where Go would lose the first characters of lines behind it is refused", () => {
  const marked = (length: number) => object(`spec: |\n  ${"x".repeat(length)}\ufeff\n  b\n`);
  const edge = 512 - object("spec: |\n  ").length;
  expect(reasonOf(marked(edge))).toMatchObject({ detail: expect.stringMatching(/byte order mark/), line: 6 });
  expect(reasonOf(marked(edge + 1))).toBeUndefined();
  expect(reasonOf(marked(edge - 40))).toBeUndefined();
});

test("a byte order mark behind the first separator is text, and none behind a later one", () => {
  expect(readStream(`---\n\ufeff${object("")}`).manifests).toEqual([]);
  expect(readStream(`${object("")}---\n\ufeff${object("")}`).manifests).toHaveLength(2);
  expect(readStream(`\ufeff${object("")}`).manifests).toHaveLength(1);
});

test("behind a separator stand blanks of Go, of which a byte order mark is none and a next line is one", () => {
  expect(reasonOf(`${object("")}---\ufeff\n${object("")}`)).toMatchObject({ line: 5 });
  expect(readStream(`${object("")}---\u0085\n${object("")}`).manifests).toHaveLength(2);
});

test("a blank behind the first separator that YAML takes for text is refused", () => {
  expect(reasonOf(`---\u00a0\n${object("")}`)).toMatchObject({ line: 1 });
  expect(reasonOf(`${object("")}---\u00a0\n${object("")}`)).toBeUndefined();
});

test("a directive behind a separator is refused: for Go it ends the document that the separator has begun", () => {
  expect(reasonOf(`---\n%YAML 1.1\r---\r${object("")}`)).toMatchObject({
    line: 2,
    detail: expect.stringMatching(/directive/),
  });
});

test("byte order marks are looked for in linear time", () => {
  const away = "x".repeat(20);
  const marks = "\ufeffa".repeat(95);
  const chunk = `${away}${marks}${"b".repeat(512 - away.length - Buffer.byteLength(marks))}`;
  const start = object("spec: ");
  const text = `${start}${"x".repeat(512 - start.length)}${chunk.repeat(8000)}`;
  const started = performance.now();
  expect(reasonOf(text)).toBeUndefined();
  // Each mark held against each edge would take half a minute.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("what follows a JSON object and is shorter than four bytes is refused", () => {
  const json = '{"apiVersion":"v1","kind":"Probe","metadata":{"name":"probe"}}';
  expect(reasonOf(`${json}---`)).toMatchObject({ detail: expect.stringMatching(/too short/) });
  expect(reasonOf(`${json}\n---`)).toBeUndefined();
});

function toPlain(value: object): object {
  return Array.isArray(value) ? value : Object.assign(Object.create(null), value);
}
