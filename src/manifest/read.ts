import { appendTo } from "../append-to.ts";
import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Rendered } from "../render/rendered.ts";
import { readAnnotations } from "./annotations.ts";
import { contentStart } from "./content-start.ts";
import type { Document, Source } from "./document.ts";
import { guessRef } from "./guess-ref.ts";
import { identify } from "./identity.ts";
import { itemOffsets } from "./item-offsets.ts";
import { AliasBudget, aliasLimit, maxNesting } from "./limits.ts";
import { LineCounter } from "./line-counter.ts";
import { locate } from "./locate.ts";
import { PathLocator } from "./locate-path.ts";
import { isObject, type JsonObject, type JsonValue, type Manifest, textAt } from "./manifest.ts";
import type { ObjectRef } from "./object-ref.ts";
import { readText } from "./read-text.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { unexpectedFields } from "./unexpected-fields.ts";
import { whyNoName, whyNoObject } from "./why-no-object.ts";

export interface ReadOptions {
  /** What a namespaced object without a namespace gets. */
  readonly destinationNamespace: string;
  /** Called before each document is read: it may throw to end the reading. */
  readonly onDocument?: () => void;
}

/** An object before its identity is known: that may depend on a CustomResourceDefinition further down. */
interface Found {
  readonly value: JsonObject;
  readonly document: Document;
  readonly path: readonly (string | number)[];
  readonly source: Source;
  /** Where it begins in the render: the document, or the item of a list. */
  readonly start: number;
}

/** Of how many annotations and labels the own line is looked up; for more, the line of their object has to do. */
const mostLocated = 100;

/**
 * Reads the objects of a render as Argo CD's repo-server gets them (argo-cd 3.6 `reposerver/repository/repository.go`):
 * empty documents are left out, the items of a list are objects of their own. What cannot be read is a finding, and the
 * other documents are read all the same.
 */
export function readManifests(
  rendered: Rendered,
  documents: readonly Document[],
  options: ReadOptions,
): Outcome<readonly Manifest[]> {
  const reader = new Reader(rendered);
  for (const document of documents) {
    options.onDocument?.();
    reader.read(document);
  }
  const scope = scopeOf(reader.found.map(({ value }) => value));
  const findings = reader.finish(scope, options.destinationNamespace);
  const locator = new PathLocator(rendered.text);
  let located = 0;
  const value = reader.found.map((found, index): Manifest => {
    const ref = identify(found.value, scope, options.destinationNamespace);
    const { annotations, problems } = readAnnotations(found.value);
    for (const problem of problems) {
      const path = ["metadata", problem.field, ...(problem.key === null ? [] : [problem.key])];
      const source = ++located > mostLocated ? found.source : locator.locate(found, path);
      findings.push(finding("annotation-not-string", { refs: [ref], source }, problem));
    }
    const { document, path, source } = found;
    const apiVersion = textAt(found.value, "apiVersion") ?? "";
    const lacksNamespace = ref.namespace === "" && scope.isNamespaced(ref.group, ref.kind);
    return {
      index,
      ref,
      ...(lacksNamespace ? { lacksNamespace } : {}),
      apiVersion,
      value: found.value,
      annotations,
      document,
      path,
      source,
    };
  });
  return { value, findings };
}

/** The object of a document that an offset of the render belongs to, as far as there is one. */
type RefsAt = (document: Document, offset: number) => readonly ObjectRef[];

class Reader {
  readonly found: Found[] = [];
  readonly #rendered: Rendered;
  readonly #aliases = new AliasBudget();
  /** Findings wait until the scopes are known: they name the objects of their document. */
  readonly #late: ((refsAt: RefsAt) => Finding)[] = [];

  constructor(rendered: Rendered) {
    this.#rendered = rendered;
  }

  read(document: Document): void {
    const text = this.#rendered.text.slice(document.start, document.end);
    const reading = readText(text, this.#aliases, document.isJson);
    if (isRefusal(reading)) {
      this.#late.push(() => this.#refused(document, reading));
      return;
    }
    this.#collect(document, reading.value);
    if (reading.duplicates.length === 0) return;
    const lines = this.#linesOf(document);
    for (const { key, offset } of reading.duplicates.toSorted((a, b) => a.offset - b.offset)) {
      const at = document.start + offset;
      const line = lines(at);
      this.#late.push((refsAt) => {
        const where = { refs: refsAt(document, at), source: { ...document.source, line } };
        return finding("duplicate-key", where, { key, line });
      });
    }
  }

  finish(scope: Scope, destinationNamespace: string): Finding[] {
    if (this.#late.length === 0) return [];
    const byDocument = new Map<Document, Found[]>();
    for (const found of this.found) {
      appendTo(byDocument, found.document, found);
    }
    const refsAt: RefsAt = (document, offset) => {
      const objects = byDocument.get(document) ?? [];
      const owner = objects[lastAtMost(objects, offset)] ?? objects[0];
      return owner === undefined ? [] : [identify(owner.value, scope, destinationNamespace)];
    };
    return this.#late.map((make) => make(refsAt));
  }

  #collect(document: Document, value: JsonValue): void {
    if (value === null) return;
    const problem = whyNoObject(value, document.index === 0);
    if (problem !== undefined) this.#noObject(document.source, problem);
    if (problem !== undefined || !isObject(value)) return;
    const whole = { value, document, path: [], source: document.source, start: document.start };
    this.#unexpected(whole);
    const { items } = value;
    // Argo CD drops a list whose items are null, told by what else an object would have (`isNullList`).
    if (items === null && !("spec" in value) && !("status" in value)) return;
    if (!Array.isArray(items)) {
      this.#object(whole);
      return;
    }
    const offsets = itemOffsets(this.#rendered.text.slice(document.start, document.end), items.length);
    const lines = this.#linesOf(document);
    for (const [i, item] of (items as readonly JsonValue[]).entries()) {
      const offset = offsets[i];
      const start = document.start + (offset ?? 0);
      const source = offset === undefined ? document.source : { ...document.source, line: lines(start) };
      const itemProblem = whyNoObject(item, false);
      if (itemProblem !== undefined) this.#noObject(source, `item ${i + 1} of its list is ${itemProblem}`);
      if (itemProblem !== undefined || !isObject(item)) continue;
      const found = { value: item, document, path: ["items", i], source, start };
      this.#unexpected(found);
      this.#object(found);
    }
  }

  #object(found: Found): void {
    const { value, source } = found;
    const problem = whyNoName(value);
    if (problem === undefined) this.found.push(found);
    else this.#noObject(source, `a ${textAt(value, "kind")} whose ${problem}`);
  }

  #unexpected({ value, document, path, source, start }: Found): void {
    const { renderer, text } = this.#rendered;
    for (const key of unexpectedFields(value)) {
      const at = path.length === 0 ? keyOffset(text, document, key) : start;
      const { line } = path.length === 0 ? locate(text, document, at) : source;
      this.#late.push((refsAt) => {
        const where = { refs: refsAt(document, at), source: { ...source, line } };
        return finding("unexpected-field", where, { key, line, command: renderer.command });
      });
    }
  }

  #noObject(source: Source, found: string): void {
    const { command } = this.#rendered.renderer;
    this.#late.push(() => finding("not-an-object", { source }, { found, command }));
  }

  /** Lines of ascending offsets of the render, in the terms of the document's source. */
  #linesOf(document: Document): (offset: number) => number {
    const { text } = this.#rendered;
    const content = Math.min(contentStart(text, document.start), document.end);
    const counter = new LineCounter(text, content);
    return (offset) => document.source.line - 1 + counter.lineAt(offset);
  }

  #refused(document: Document, refusal: Refusal): Finding {
    const { text, renderer } = this.#rendered;
    const own = text.slice(document.start, document.end);
    // What ends too early ends behind its last character, not on the empty line below.
    const offset = Math.min(refusal.offset, own.trimEnd().length);
    const place = locate(text, document, document.start + offset);
    const guess = guessRef(own);
    const where = {
      refs: guess === undefined ? [] : [guess],
      source: { ...document.source, line: place.line },
    };
    switch (refusal.refused) {
      case "alias-bomb":
        return finding("alias-bomb", where, { limit: aliasLimit.values, of: "document" });
      case "alias-budget":
        return finding("alias-bomb", where, { limit: this.#aliases.limit, of: "render" });
      case "too-deep":
        return finding("nesting-too-deep", where, { limit: maxNesting });
      case "broken":
        return finding("yaml-broken", where, { detail: refusal.detail, ...place, command: renderer.command });
    }
  }
}

/** Where a key at the top level of a document stands, as far as a look at the beginnings of its lines can tell. */
function keyOffset(text: string, { start, end }: Document, key: string): number {
  const own = text.slice(start, end);
  if (own.startsWith(key)) return start;
  const found = [`\n${key}`, `\n"${key}`, `\n'${key}`].map((line) => own.indexOf(line)).find((at) => at >= 0);
  return found === undefined ? start + (own.length - own.trimStart().length) : start + found + 1;
}

/** The index of the last object that begins at or before an offset, -1 where there is none; they ascend. */
function lastAtMost(objects: readonly Found[], offset: number): number {
  let low = 0;
  let high = objects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((objects[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
