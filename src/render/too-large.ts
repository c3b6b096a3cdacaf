import { UsageError } from "../errors.ts";

const units = [
  ["MiB", 1024 * 1024],
  ["KiB", 1024],
] as const;

/** `96 MiB`, `1.5 KiB`, `5 bytes`. */
function showBytes(bytes: number): string {
  const [unit, size] = units.find(([, one]) => bytes >= one) ?? ["bytes", 1];
  return `${Math.round((bytes / size) * 10) / 10} ${bytes === 1 ? "byte" : unit}`;
}

/** What a renderer reads or prints is larger than the operator allows. `what` begins the sentence: `X holds`. */
export function tooLarge(
  what: string,
  limitBytes: number,
  hint = "split the application, or raise --max-output (up to 100Mi)",
): UsageError {
  return new UsageError(
    `${what} more than ${showBytes(limitBytes)}; Argo CD refuses more than 100 MiB from a plugin`,
    {
      hint,
    },
  );
}
