/**
 * What line breaks inside of a scalar become: the first line feed is folded away, into a blank where no other break
 * follows; everything else is kept (go.yaml.in/yaml/v2 v2.4.3 `scannerc.go`).
 */
export function foldBreaks(breaks: string): string {
  if (!breaks.startsWith("\n")) return breaks;
  return breaks.length === 1 ? " " : breaks.slice(1);
}
