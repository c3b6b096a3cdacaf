import { UsageError } from "../errors.ts";
import { quote } from "../quote.ts";
import type { ListenAddress } from "./serve.ts";

/** An IPv6 address stands in brackets, as in URLs. */
const form = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([0-9a-zA-Z.-]+))?:)?([0-9]{1,5})$/;

/**
 * Reads `9464`, `127.0.0.1:9464` or `[::1]:9464`. Port 0 takes any that is free.
 *
 * @throws UsageError where it is none of these.
 */
export function parseListenAddress(text: string): ListenAddress {
  const [, six, other, digits = ""] = form.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    throw new UsageError(`--listen must be a port such as 9464, or 127.0.0.1:9464, not ${quote(text)}`);
  }
  return { host: six ?? other, port };
}
