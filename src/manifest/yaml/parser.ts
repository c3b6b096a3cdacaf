import { maxNesting } from "../limits.ts";
import type { AliasNode, MappingNode, ScalarNode, SequenceNode, YamlNode, YamlPair } from "./node.ts";
import { Scanner } from "./scanner.ts";
import { SyntaxStop } from "./syntax-stop.ts";
import type { NameToken, Token } from "./token.ts";

type Kind = Token["kind"];

interface Properties {
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
}

const noProperties: Properties = { anchor: undefined, tag: undefined };

const defaultHandles: readonly (readonly [handle: string, prefix: string])[] = [
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
];

/** What ends the value of a pair or an item of a block before it has begun. */
const afterKey: ReadonlySet<Kind> = new Set<Kind>(["key", "value", "block-end"]);
const afterDash: ReadonlySet<Kind> = new Set<Kind>(["block-entry", "block-end"]);
const afterFlushDash: ReadonlySet<Kind> = new Set<Kind>(["block-entry", "key", "value", "block-end"]);
const afterBrace: ReadonlySet<Kind> = new Set<Kind>(["value", "flow-entry", "flow-mapping-end"]);
const afterBracket: ReadonlySet<Kind> = new Set<Kind>(["value", "flow-entry", "flow-sequence-end"]);
const emptyRoot: ReadonlySet<Kind> = new Set<Kind>([
  "version-directive",
  "tag-directive",
  "document-start",
  "document-end",
  "stream-end",
]);

/**
 * Makes a tree of the tokens of one document: the grammar of go.yaml.in/yaml/v2 v2.4.3 `parserc.go`, with its gaps. It
 * throws {@link SyntaxStop} where Go refuses the document, and where text follows that Go would pass over.
 */
export class Parser {
  /** The nodes that an alias leads to. */
  readonly targets = new Set<YamlNode>();
  readonly #scanner: Scanner;
  readonly #anchors = new Map<string, YamlNode>();
  readonly #handles = new Map<string, string>();
  #depth = 0;

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  /** The root, or null where the document holds nothing but comments. */
  parse(): YamlNode | null {
    const root = this.#document();
    const rest = this.#scanner.peek();
    if (rest.kind === "document-end") this.#scanner.next();
    const end = this.#scanner.peek();
    if (end.kind === "stream-end") return root;
    throw new SyntaxStop(
      "the document should end here: what follows does not belong to the value before it",
      end.start,
    );
  }

  #document(): YamlNode | null {
    const scanner = this.#scanner;
    const { kind } = scanner.peek();
    if (kind === "stream-end") return null;
    const isExplicit = kind === "version-directive" || kind === "tag-directive" || kind === "document-start";
    this.#directives();
    if (!isExplicit) return this.#node(true, false);
    const mark = scanner.next();
    if (mark.kind !== "document-start") {
      throw new SyntaxStop("a directive is not followed by ---", mark.start);
    }
    const content = scanner.peek();
    return emptyRoot.has(content.kind) ? empty(mark.end) : this.#node(true, false);
  }

  #directives(): void {
    let hasVersion = false;
    for (let token = this.#scanner.peek(); ; token = this.#scanner.peek()) {
      if (token.kind === "version-directive") {
        if (hasVersion) throw new SyntaxStop("the %YAML directive stands twice", token.start);
        hasVersion = true;
      } else if (token.kind === "tag-directive") {
        if (this.#handles.has(token.handle)) {
          throw new SyntaxStop("a %TAG directive declares a handle again", token.start);
        }
        this.#handles.set(token.handle, token.prefix);
      } else {
        break;
      }
      this.#scanner.next();
    }
    for (const [handle, prefix] of defaultHandles) {
      if (!this.#handles.has(handle)) this.#handles.set(handle, prefix);
    }
  }

  /**
   * @param inBlock whether block collections may begin here.
   * @param flush whether a list may begin at the column of the key that it belongs to.
   */
  #node(inBlock: boolean, flush: boolean): YamlNode {
    const scanner = this.#scanner;
    const first = scanner.peek();
    if (first.kind === "alias") return this.#alias(first);
    const properties = this.#properties();
    const token = scanner.peek();
    switch (token.kind) {
      case "scalar": {
        scanner.next();
        // Most scalars have neither anchor nor tag: the token is the node.
        if (properties === noProperties) return token;
        const { start, end, text, style } = token;
        return this.#anchored({ kind: "scalar", start, end, text, style, ...properties });
      }
      case "flow-sequence-start":
        return this.#leave(this.#flowSequence(this.#enter(properties)));
      case "flow-mapping-start":
        return this.#leave(this.#flowMapping(this.#enter(properties)));
      case "block-entry":
        if (flush) return this.#leave(this.#flushSequence(this.#enter(properties)));
        break;
      case "block-sequence-start":
        if (inBlock) return this.#leave(this.#blockSequence(this.#enter(properties)));
        break;
      case "block-mapping-start":
        if (inBlock) return this.#leave(this.#blockMapping(this.#enter(properties)));
        break;
      default:
    }
    if (properties !== noProperties) {
      const end = this.#propertiesEnd;
      return this.#anchored({ kind: "scalar", start: end, end, text: "", style: "plain", ...properties });
    }
    throw new SyntaxStop(
      token.kind === "flow-entry"
        ? "there is nothing before a comma inside of brackets or braces"
        : token.kind === "stream-end"
          ? "a bracket or brace is opened and never closed"
          : "something stands here where a value should begin",
      token.start,
    );
  }

  #alias(token: NameToken): AliasNode {
    this.#scanner.next();
    const { start, end, name } = token;
    const target = this.#anchors.get(name);
    if (target === undefined) throw new SyntaxStop("an alias has no anchor before it", start);
    this.targets.add(target);
    return { kind: "alias", start, end, name, target };
  }

  /** Where the last anchor or tag ended. */
  #propertiesEnd = 0;

  /** At most one anchor and one tag, in either order. */
  #properties(): Properties {
    const scanner = this.#scanner;
    let anchor: string | undefined;
    let tag: string | undefined;
    for (let token = scanner.peek(); ; token = scanner.peek()) {
      if (token.kind === "anchor" && anchor === undefined) anchor = token.name;
      else if (token.kind === "tag" && tag === undefined) tag = this.#tag(token);
      else break;
      this.#propertiesEnd = token.end;
      scanner.next();
    }
    return anchor === undefined && tag === undefined ? noProperties : { anchor, tag };
  }

  #tag({ handle, suffix, start }: Extract<Token, { kind: "tag" }>): string {
    if (handle === "") return suffix;
    const prefix = this.#handles.get(handle);
    if (prefix === undefined) {
      throw new SyntaxStop("a tag begins with a handle that no %TAG directive declares", start);
    }
    return prefix + suffix;
  }

  /** Makes a node known by its anchor, from where it begins on: what is in it may refer to it. */
  #anchored<T extends YamlNode>(node: T): T {
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    return node;
  }

  /** One level further down; refuses what is deeper than anything real. */
  #enter(properties: Properties): Properties {
    if (++this.#depth <= maxNesting) return properties;
    throw new SyntaxStop("the nesting is too deep", this.#scanner.peek().start, true);
  }

  #leave<T extends YamlNode>(node: T): T {
    this.#depth--;
    return node;
  }

  #blockSequence(properties: Properties): SequenceNode {
    const scanner = this.#scanner;
    const node = this.#sequence(scanner.next().start, false, properties);
    for (;;) {
      const token = scanner.next();
      if (token.kind === "block-end") return node;
      if (token.kind !== "block-entry") throw misplaced(token, "list");
      node.items.push(afterDash.has(scanner.peek().kind) ? empty(token.end) : this.#node(true, false));
      node.end = endOf(node.items);
    }
  }

  #flushSequence(properties: Properties): SequenceNode {
    const scanner = this.#scanner;
    const node = this.#sequence(scanner.peek().start, false, properties);
    while (scanner.peek().kind === "block-entry") {
      const { end } = scanner.next();
      node.items.push(afterFlushDash.has(scanner.peek().kind) ? empty(end) : this.#node(true, false));
      node.end = endOf(node.items);
    }
    return node;
  }

  #blockMapping(properties: Properties): MappingNode {
    const scanner = this.#scanner;
    const node = this.#mapping(scanner.next().start, false, properties);
    for (;;) {
      const token = scanner.next();
      if (token.kind === "block-end") return node;
      if (token.kind !== "key") throw misplaced(token, "mapping");
      const key = afterKey.has(scanner.peek().kind) ? empty(token.end) : this.#node(true, true);
      node.pairs.push(this.#pair(token.start, key, afterKey, true));
      node.end = node.pairs[node.pairs.length - 1]?.value.end ?? node.end;
    }
  }

  #flowSequence(properties: Properties): SequenceNode {
    const scanner = this.#scanner;
    const open = scanner.next();
    const node = this.#sequence(open.start, true, properties);
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && scanner.peek().kind !== "flow-sequence-end") this.#separator(open);
      const token = scanner.peek();
      if (token.kind === "flow-sequence-end") break;
      node.items.push(token.kind === "key" ? this.#singlePair() : this.#node(false, false));
    }
    node.end = scanner.next().end;
    return node;
  }

  /** An item in brackets that is a pair without braces. */
  #singlePair(): MappingNode {
    const scanner = this.#scanner;
    const { start, end } = scanner.next();
    if (afterBracket.has(scanner.peek().kind))
      throw new SyntaxStop("a key is null: there is none before a colon", end);
    const pair = this.#pair(start, this.#node(false, false), afterBracket, false);
    return { kind: "mapping", start, end: pair.value.end, isFlow: true, pairs: [pair] };
  }

  #flowMapping(properties: Properties): MappingNode {
    const scanner = this.#scanner;
    const open = scanner.next();
    const node = this.#mapping(open.start, true, properties);
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && scanner.peek().kind !== "flow-mapping-end") this.#separator(open);
      const token = scanner.peek();
      if (token.kind === "flow-mapping-end") break;
      if (token.kind === "key") {
        scanner.next();
        const key = afterBrace.has(scanner.peek().kind) ? empty(token.end) : this.#node(false, false);
        node.pairs.push(this.#pair(token.start, key, afterBrace, false));
      } else {
        const key = this.#node(false, false);
        node.pairs.push({ start: token.start, key, value: empty(key.end), hasColon: false });
      }
    }
    node.end = scanner.next().end;
    return node;
  }

  /** @param enders what cannot begin the value, so that there is none. */
  #pair(start: number, key: YamlNode, enders: ReadonlySet<Kind>, inBlock: boolean): YamlPair {
    const scanner = this.#scanner;
    if (scanner.peek().kind !== "value") return { start, key, value: empty(key.end), hasColon: false };
    const { end } = scanner.next();
    const next = scanner.peek().kind;
    const isEmpty = enders.has(next) && (inBlock || next !== "value");
    const value = isEmpty ? empty(end) : this.#node(inBlock, inBlock);
    return { start, key, value, hasColon: true };
  }

  #separator(open: Token): void {
    const token = this.#scanner.peek();
    if (token.kind === "flow-entry") {
      this.#scanner.next();
      return;
    }
    throw token.kind === "stream-end" || token.kind === "document-start" || token.kind === "document-end"
      ? new SyntaxStop("a bracket or brace is opened and never closed", open.start)
      : new SyntaxStop("a comma is missing inside of brackets or braces", token.start);
  }

  #sequence(start: number, isFlow: boolean, { anchor }: Properties): Growing<SequenceNode> {
    const node: Growing<SequenceNode> = { kind: "sequence", start, end: start, isFlow, items: [], anchor };
    return this.#anchored(node);
  }

  #mapping(start: number, isFlow: boolean, { anchor }: Properties): Growing<MappingNode> {
    const node: Growing<MappingNode> = { kind: "mapping", start, end: start, isFlow, pairs: [], anchor };
    return this.#anchored(node);
  }
}

/** A collection while it is read. */
type Growing<T extends SequenceNode | MappingNode> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

function empty(offset: number): ScalarNode {
  return { kind: "scalar", start: offset, end: offset, text: "", style: "plain" };
}

function endOf(items: readonly YamlNode[]): number {
  return items[items.length - 1]?.end ?? 0;
}

function misplaced(token: Token, collection: "list" | "mapping"): SyntaxStop {
  if (token.kind === "block-mapping-start" || token.kind === "key") {
    return new SyntaxStop(`the indentation of this key fits no ${collection} around it`, token.start);
  }
  if (token.kind === "block-entry" || token.kind === "block-sequence-start") {
    return new SyntaxStop("the indentation of this item fits no list around it", token.start);
  }
  return new SyntaxStop("something stands here that does not belong to the value before it", token.start);
}
