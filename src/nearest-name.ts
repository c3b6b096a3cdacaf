/**
 * The known name that was probably meant, or undefined where none is near: at most one slip for up to four letters, one
 * more for each further four, capitals and dashes not counted.
 */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  if (given.length > 100) {
    return undefined;
  }
  const wanted = plain(given);
  let nearest: string | undefined;
  let least = Math.ceil(wanted.length / 4) + 1;
  for (const name of known) {
    const slips = distance(wanted, plain(name));
    if (slips < least) {
      least = slips;
      nearest = name;
    }
  }
  return nearest;
}

/** `; did you mean "x"?` where a name is near, else nothing: the end of a message about an unknown name. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? "" : `; did you mean "${nearest}"?`;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Letters added, dropped, replaced or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      }
      here.push(least);
    }
    before = above;
    above = here;
  }
  return above[b.length] ?? 0;
}
