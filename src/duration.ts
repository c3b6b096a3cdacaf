/** `5m`, `150s`, `1h30m`: a part of Go's durations, since the files around ours are written by people who know those. */
export const durationPattern = /^(?=\d)(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/;

/** Seconds in a duration of the form `1h30m10s`; undefined where the text has another form. */
export function parseDurationSeconds(text: string): number | undefined {
  const parts = durationPattern.exec(text);
  if (parts === null) {
    return undefined;
  }
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
