import {
  type Alias,
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  type ParsedNode,
  parseDocument,
} from "yaml";
import { normaliseBreaks } from "./normalise-breaks.ts";
import { isRefusal, type Refusal, refuse } from "./refusal.ts";
import { whySyntaxBroken } from "./syntax-check.ts";

/** The syntax tree of one document, with offsets into the text it was parsed from. */
export interface YamlTree {
  /** Null where the document holds nothing but comments. */
  readonly root: ParsedNode | null;
  /** What each alias stands for: the last node before it that carries its anchor, as libyaml resolves it. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
}

/**
 * Parses one document with the offsets of everything in it. Scalars are left as text: what Go makes of them is decided
 * by whoever walks the tree. A last line without an end gets one, as Go gives it.
 */
export function parseTree(text: string): YamlTree | Refusal {
  const tree = parseStrictly(text);
  if (!isRefusal(tree) || tree.refused !== "broken") return tree;
  const objection = whySyntaxBroken(text);
  if (objection !== "none") return objection === "unknown" ? tree : objection;
  // Inside brackets and quotes Go lets lines begin with tabs; the parser here wants spaces, as many for the offsets.
  return parseStrictly(text.replaceAll(/^\t+/gm, (tabs) => " ".repeat(tabs.length)));
}

function parseStrictly(text: string): YamlTree | Refusal {
  const document = parseDocument(normaliseBreaks(text.endsWith("\n") ? text : `${text}\n`), {
    version: "1.1",
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error !== undefined) {
    return refuse(wordsOf(error.code), error.pos[0], error.code === "RESOURCE_EXHAUSTION");
  }
  return resolveAliases(document.contents as ParsedNode | null);
}

function resolveAliases(root: ParsedNode | null): YamlTree | Refusal {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode>();
  const pending: unknown[] = [root];
  // Depth first, in the order of the text: an anchor counts from where it stands, and may be given again.
  while (pending.length > 0) {
    const next = pending.pop();
    if (isPair(next)) {
      pending.push(next.value, next.key);
      continue;
    }
    if (!isNode(next)) continue;
    const node = next as ParsedNode;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) return refuse("an alias has no anchor before it", node.range[0]);
      targets.set(node, target);
      continue;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node) || !isCollection(node)) continue;
    for (let i = node.items.length - 1; i >= 0; i--) pending.push(node.items[i]);
  }
  return { root, targets };
}

/** Words for the errors of the parser, without the text that it trips over: that may be a password. */
function wordsOf(code: string): string {
  return wordsByCode.get(code) ?? "the text is not what the syntax wants here";
}

const wordsByCode: ReadonlyMap<string, string> = new Map([
  ["ALIAS_PROPS", "an alias carries an anchor or a tag of its own"],
  ["BAD_ALIAS", "an alias or an anchor has no proper name"],
  ["BAD_COLLECTION_TYPE", "a tag does not fit the collection it stands on"],
  ["BAD_DIRECTIVE", "a directive is malformed"],
  ["BAD_DQ_ESCAPE", "a double-quoted string has an escape that does not exist"],
  ["BAD_INDENT", "the indentation does not fit"],
  ["BAD_PROP_ORDER", "an anchor or a tag stands before the indicator it belongs behind"],
  ["BAD_SCALAR_START", "a value begins with a character that is reserved: put it in quotes"],
  ["BLOCK_AS_IMPLICIT_KEY", "a nested mapping or list begins on the line of a key"],
  ["BLOCK_IN_FLOW", "a block collection stands inside brackets or braces"],
  ["KEY_OVER_1024_CHARS", "a key is longer than 1,024 characters"],
  ["MISSING_CHAR", "a character is missing, such as a colon, a comma or a closing quote or bracket"],
  ["MULTILINE_IMPLICIT_KEY", "a key without a colon on its line"],
  ["MULTIPLE_ANCHORS", "a value has two anchors"],
  ["MULTIPLE_DOCS", "a second document begins inside this one"],
  ["MULTIPLE_TAGS", "a value has two tags"],
  ["RESOURCE_EXHAUSTION", "the nesting is too deep"],
  ["TAB_AS_INDENT", "a tab stands where only spaces may indent"],
  ["TAG_RESOLVE_FAILED", "a tag cannot be resolved"],
  ["UNEXPECTED_TOKEN", "something stands here that does not belong to the value before it"],
]);
