const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

/**
 * A number as Go holds it in the end, when YAML has become JSON and was read once more (encoding/json, then
 * apimachinery v0.37 `pkg/util/json`): whole numbers that fit 64 bits with their sign are exact, as bigints where a double
 * might not be; all others are doubles. So 1e18 is a whole number, and the zero with a sign is zero.
 */
export function jsonNumber(value: bigint | number): bigint | number {
  const whole = typeof value === "bigint" ? value : wholeOf(value);
  if (whole === undefined || whole > maxInt64 || whole < minInt64) return Number(value);
  const double = Number(whole);
  return Number.isSafeInteger(double) ? double : whole;
}

/** What the digits say that Go writes for a double, if they are those of a whole number: the fewest that mean it. */
function wholeOf(value: number): bigint | undefined {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(String(value)) : undefined;
}
