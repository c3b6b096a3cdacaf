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
