const opensInside = /[{,]\s*[{[]/;
const marks = /[{}[\],]/g;

/**
 * True where a collection may stand in the place of a key in braces, such as `{[a]: b}`, `{[a]}`, or a template that was
 * never rendered: `{{ .Values.x }}`. js-yaml makes text of such keys, Go refuses them. Brackets in quotes and in plain text
 * are taken for what they look like, so that a text may look as if it had one; it is then read by the exact reader, which
 * knows. Linear.
 */
export function mayHaveCollectionKeys(text: string): boolean {
  if (!opensInside.test(text)) return false;
  const open: string[] = [];
  let atKey = false;
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    const isNext = onlyBlank(text, end, index);
    end = index + 1;
    const opens = mark === "{" || mark === "[";
    if (opens && atKey && isNext) return true;
    if (opens) open.push(mark);
    else if (mark !== "," && open.at(-1) === (mark === "}" ? "{" : "[")) open.pop();
    atKey = mark === "{" || (mark === "," && open.at(-1) !== "[");
  }
  return false;
}

function onlyBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!" \t\r\n".includes(text.charAt(at))) return false;
  }
  return true;
}
