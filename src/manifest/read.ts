import { type Finding, finding, type Outcome } from "../findings/finding.ts";
import type { Rendered } from "../render/rendered.ts";
import { readAnnotations } from "./annotations.ts";
import type { Document } from "./document.ts";
import { guessRef } from "./guess-ref.ts";
import { identify } from "./identity.ts";
import { AliasBudget, aliasLimit, maxNesting } from "./limits.ts";
import { locate } from "./locate.ts";
import { isObject, type JsonObject, type JsonValue, type Manifest, textAt } from "./manifest.ts";
import type { ObjectRef } from "./object-ref.ts";
import { readText } from "./read-text.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { unexpectedFields } from "./unexpected-fields.ts";
import { whyNoObject } from "./why-no-object.ts";

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
}

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
  const value = reader.found.map((found, index): Manifest => {
    const ref = identify(found.value, scope, options.destinationNamespace);
    const { annotations, problems } = readAnnotations(found.value);
    const { source } = found.document;
    for (const problem of problems) {
      findings.push(finding("annotation-not-string", { refs: [ref], source }, problem));
    }
    const apiVersion = textAt(found.value, "apiVersion") ?? "";
    const lacksNamespace = ref.namespace === "" && scope.isNamespaced(ref.group, ref.kind);
    return {
      index,
      ref,
      ...(lacksNamespace ? { lacksNamespace } : {}),
      apiVersion,
      value: found.value,
      annotations,
      document: found.document,
      path: found.path,
      source,
    };
  });
  return { value, findings };
}

class Reader {
  readonly found: Found[] = [];
  readonly #rendered: Rendered;
  readonly #aliases = new AliasBudget();
  /** Findings wait until the scopes are known: they name the objects of their document. */
  readonly #late: ((refsOf: (document: Document) => readonly ObjectRef[]) => Finding)[] = [];

  constructor(rendered: Rendered) {
    this.#rendered = rendered;
  }

  read(document: Document): void {
    const reading = readText(this.#rendered.text.slice(document.start, document.end), this.#aliases);
    if (isRefusal(reading)) {
      this.#late.push(() => this.#refused(document, reading));
      return;
    }
    for (const { key, offset } of reading.duplicates) {
      const { line } = locate(this.#rendered.text, document, document.start + offset);
      this.#late.push((refsOf) => {
        const where = { refs: refsOf(document), source: { ...document.source, line } };
        return finding("duplicate-key", where, { key, line });
      });
    }
    this.#collect(document, reading.value);
  }

  finish(scope: Scope, destinationNamespace: string): Finding[] {
    const byDocument = new Map<Document, ObjectRef>();
    for (const { document, value } of this.found) {
      if (!byDocument.has(document)) byDocument.set(document, identify(value, scope, destinationNamespace));
    }
    const refsOf = (document: Document): readonly ObjectRef[] => {
      const ref = byDocument.get(document);
      return ref === undefined ? [] : [ref];
    };
    return this.#late.map((make) => make(refsOf));
  }

  #collect(document: Document, value: JsonValue): void {
    if (value === null) return;
    const problem = whyNoObject(value, document.index === 0);
    if (problem !== undefined) this.#noObject(document, problem);
    if (problem !== undefined || !isObject(value)) return;
    this.#unexpected(document, value);
    const { items } = value;
    // Argo CD drops a list whose items are null, told by what else an object would have (`isNullList`).
    if (items === null && !("spec" in value) && !("status" in value)) return;
    if (!Array.isArray(items)) {
      this.#object(document, value, []);
      return;
    }
    for (const [i, item] of (items as readonly JsonValue[]).entries()) {
      const itemProblem = whyNoObject(item, false);
      if (itemProblem !== undefined) this.#noObject(document, `item ${i + 1} of its list is ${itemProblem}`);
      else if (isObject(item)) {
        this.#unexpected(document, item);
        this.#object(document, item, ["items", i]);
      }
    }
  }

  #object(document: Document, value: JsonObject, path: readonly (string | number)[]): void {
    if (textAt(value, "metadata", "name") || textAt(value, "metadata", "generateName")) {
      this.found.push({ value, document, path });
      return;
    }
    this.#noObject(document, `a ${textAt(value, "kind")} whose metadata.name is missing or no text`);
  }

  #unexpected(document: Document, value: JsonObject): void {
    const { renderer, text } = this.#rendered;
    for (const key of unexpectedFields(value)) {
      const { line } = locate(text, document, keyOffset(text, document, key));
      this.#late.push((refsOf) => {
        const where = { refs: refsOf(document), source: { ...document.source, line } };
        return finding("unexpected-field", where, { key, line, command: renderer.command });
      });
    }
  }

  #noObject(document: Document, found: string): void {
    const { source } = document;
    const { command } = this.#rendered.renderer;
    this.#late.push(() => finding("not-an-object", { source }, { found, command }));
  }

  #refused(document: Document, refusal: Refusal): Finding {
    const { text, renderer } = this.#rendered;
    const place = locate(text, document, document.start + refusal.offset);
    const guess = guessRef(text.slice(document.start, document.end));
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
