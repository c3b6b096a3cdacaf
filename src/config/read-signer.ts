import { UsageError } from "../errors.ts";
import { showPath } from "../manifest/format-path.ts";
import type { JsonValue } from "../manifest/manifest.ts";
import { SignerConfig } from "./config.ts";

/**
 * One signer as a configuration has it, from values that did not come out of a configuration file.
 *
 * @throws UsageError with everything that is wrong.
 */
export function readSigner(value: JsonValue): SignerConfig {
  const parsed = SignerConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first = "this describes no signer", ...others] = parsed.error.issues.map(
    ({ path, message }) =>
      `${showPath(path.filter((step) => typeof step !== "symbol")) || "the signer"}: ${message}`,
  );
  throw new UsageError(first, { others });
}
