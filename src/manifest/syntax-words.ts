/** Words for the errors of the parser, without the text that it trips over: that may be a password. */
export function wordsOfCode(code: string): string {
  return wordsByCode.get(code) ?? "the text is not what the syntax wants here";
}

const wordsByCode: ReadonlyMap<string, string> = new Map([
  ["ALIAS_PROPS", "an alias carries an anchor or a tag of its own"],
  ["BAD_ALIAS", "an alias or an anchor has no proper name"],
  ["BAD_COLLECTION_TYPE", "a tag does not fit the collection it stands on"],
  ["BAD_DIRECTIVE", "a directive is malformed"],
  ["BAD_DQ_ESCAPE", "a double-quoted string has an escape that does not exist"],
  ["BAD_INDENT", "the indentation does not fit, or a bracket, a brace or a quote is never closed"],
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

/**
 * Our words for the reasons of js-yaml, by how these begin: what follows may quote the text. Undefined for a reason that
 * is not known, which says nothing that could be passed on.
 */
export function wordsOfReason(reason: string): string | undefined {
  return wordsByReason.find(([beginning]) => reason.startsWith(beginning))?.[1];
}

const wordsByReason: readonly (readonly [beginning: string, words: string])[] = [
  ["alias node should not", "an alias carries an anchor or a tag of its own"],
  ["unidentified alias", "an alias has no anchor before it"],
  ["name of an a", "an alias or an anchor has no name"],
  ["undeclared tag handle", "a tag begins with a handle that no %TAG directive declares"],
  ["tag ", "a tag is malformed"],
  ["named tag handle", "a tag is malformed"],
  ["unexpected end of the stream within a verbatim tag", "a tag is malformed"],
  ["duplication of a tag", "a value has two tags"],
  ["duplication of an anchor", "a value has two anchors"],
  ["duplication of %YAML", "the %YAML directive stands twice"],
  ["YAML directive", "a directive is malformed"],
  ["ill-formed", "a directive is malformed"],
  ["unacceptable YAML version", "the %YAML directive asks for another version"],
  ["TAG directive", "a directive is malformed"],
  ["directive", "a directive is malformed, or not ended by ---"],
  ["there is a previously declared suffix", "a %TAG directive declares a handle again"],
  ["tab characters", "a tab stands where only spaces may indent"],
  ["bad indentation of a mapping entry", "the indentation of this key fits no mapping around it"],
  ["bad indentation of a sequence entry", "the indentation of this item fits no list around it"],
  ["bad explicit indentation", "the indentation that a block of text asks for is no digit from 1 to 9"],
  ["repeat of", "the head of a block of text says something twice"],
  [
    "missing indentation for block scalar",
    "a block of text begins with lines that are indented deeper than its text",
  ],
  ["unexpected end of the stream within a single", "a single quote is opened and never closed"],
  ["unexpected end of the stream within a double", "a double quote is opened and never closed"],
  ["unexpected end of the document within", "the document ends inside of quotes"],
  ["unexpected end of the stream within a flow", "a bracket or brace is opened and never closed"],
  ["unknown escape", "a double-quoted string has an escape that does not exist"],
  ["expected hexadecimal", "an escape in a double-quoted string lacks digits"],
  ["missed comma", "a comma is missing inside of brackets or braces"],
  ["expected the node content", "there is nothing before a comma inside of brackets or braces"],
  ["incomplete explicit mapping pair", "a value has no key, or a key behind ? does not stand on its own"],
  ["a whitespace character is expected", "a blank is missing behind the colon of a key"],
  ["can not read an implicit mapping pair", "a key has no colon on its line"],
  ["can not read a block mapping entry", "a key goes over several lines"],
  ["a line break is expected", "a line should end here"],
  ["nested arrays", "a key is a mapping or a list"],
  [
    "end of the stream or a document separator",
    "the document should end here: what follows does not belong to the value before it",
  ],
  ["null byte", "a control character stands here, which YAML does not allow"],
  ["the stream contains non-printable", "a control character stands here, which YAML does not allow"],
  ["expected valid JSON character", "a control character stands here, which YAML does not allow"],
];
