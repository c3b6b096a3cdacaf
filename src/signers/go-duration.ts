const unitNanoseconds: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["us", 1e3],
  ["\u00b5s", 1e3],
  ["\u03bcs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3600e9],
]);

/** What a Go duration can hold: 63 bits of nanoseconds, some 292 years. */
const maxNanoseconds = 2 ** 63;

/**
 * The nanoseconds of a duration such as `24h`, `1h30m` or `1.5h`, as Go's `time.ParseDuration` reads it (1.26,
 * `time/format.go`); undefined where Go refuses the text. Exact below some 104 days, rounded to a double above.
 */
export function parseGoDuration(text: string): number | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0;
  if (rest === "") return undefined;
  const part = /([0-9]*)(?:\.([0-9]*))?([^.0-9]+)/y;
  let total = 0;
  while (part.lastIndex < rest.length) {
    const found = part.exec(rest);
    if (found === null) return undefined;
    const [, whole = "", fraction = "", unitName = ""] = found;
    const unit = unitNanoseconds.get(unitName);
    if (unit === undefined || (whole === "" && fraction === "")) return undefined;
    // As Go does it: cut off at the nanosecond, and after as many digits as 63 bits hold.
    const digits = fraction.slice(0, 18);
    total += Number(whole) * unit + Math.trunc(Number(digits) * (unit / 10 ** digits.length));
    if (total >= maxNanoseconds) return undefined;
  }
  return sign === "-" ? -total : total;
}
