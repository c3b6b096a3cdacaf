/** What tokens and the stretches between them look like to Go; sticky, or global where they are searched for. */
const breaks = "\\n\\u2028\\u2029";
const blank = `[ \\t\\r${breaks}]`;
export const blanksOfLine = /[ \t\r]*/y;
export const comment = new RegExp(`#[^${breaks}]*`, "y");
export const line = new RegExp(`[^${breaks}]*`, "y");
export const run = new RegExp(`${blank}*`, "y");
export const anchor = /[&*][\w-]*/y;
export const tag = /!(?:<[^>\s]*>|[\w;/?:@&=+$,.!~*'()[\]%-]*)/y;
export const plainEnd = new RegExp(`${blank}|:(?=${blank}|$)`, "g");
export const plainEndInFlow = new RegExp(`${blank}|[,?[\\]{}]|:(?=${blank}|$)`, "g");
export const doubleQuotedStop = new RegExp(`["\\\\${breaks}]`, "g");
export const singleQuotedStop = new RegExp(`['${breaks}]`, "g");
export const tabBehindBreak = new RegExp(`[${breaks}]( *)\\t`, "g");
export const documentMark = new RegExp(`(?:---|\\.\\.\\.)(?=${blank}|$)`, "y");
