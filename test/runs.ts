/** How often a property is tried: a small fixed part in `npm test`, twenty times as often where GRANTWAVE_FUZZ is set. */
export function runs(usual: number): number {
  return process.env["GRANTWAVE_FUZZ"] === undefined ? usual : usual * 20;
}
