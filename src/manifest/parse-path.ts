import type { Path } from "./format-path.ts";

const step = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Reads what formatPath writes; undefined for anything else. */
export function parsePath(text: string): Path | undefined {
  const path: (string | number)[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const [whole, word, index, quoted] = step.exec(text) ?? [];
    if (whole === undefined || whole.startsWith(".") !== (word !== undefined && path.length > 0))
      return undefined;
    if (word !== undefined) path.push(word);
    else if (index !== undefined) path.push(Number(index));
    else path.push(JSON.parse(quoted ?? '""'));
  }
  return path;
}
