/**
 * The smallest text that still fails, found by leaving out lines, then characters, in ever smaller stretches.
 *
 * @param fails asked about many texts at once, since an answer of another program takes time.
 */
export async function shrink(
  text: string,
  fails: (candidates: readonly string[]) => Promise<readonly boolean[]>,
): Promise<string> {
  let smallest = text;
  for (const cut of [(whole: string) => whole.split(/(?<=\n)/), (whole: string) => [...whole]]) {
    for (let size = Math.ceil(cut(smallest).length / 2); size >= 1; ) {
      const parts = cut(smallest);
      const candidates: string[] = [];
      for (let start = 0; start < parts.length; start += size) {
        candidates.push(parts.toSpliced(start, size).join(""));
      }
      const failing = (await fails(candidates)).indexOf(true);
      const found = candidates[failing];
      if (found !== undefined) smallest = found;
      else size = size === 1 ? 0 : Math.ceil(size / 2);
    }
  }
  return smallest;
}
