/**
 * What Go's `unicode.IsSpace` takes for white space, to stand in the brackets of a regular expression. It differs from
 * JavaScript's `\s`: U+0085 belongs to it, the byte order mark does not.
 */
export const goSpaces = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
