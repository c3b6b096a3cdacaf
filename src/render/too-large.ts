import { UsageError } from "../errors.ts";

const mebibyte = 1024 * 1024;

/** What a renderer reads or prints is larger than the operator allows. `what` begins the sentence: `X holds`. */
export function tooLarge(
  what: string,
  limitBytes: number,
  hint = "split the application, or raise --max-output (up to 100Mi)",
): UsageError {
  const limit = `${Math.round((limitBytes / mebibyte) * 10) / 10} MiB`;
  return new UsageError(`${what} more than ${limit}; Argo CD refuses more than 100 MiB from a plugin`, {
    hint,
  });
}
