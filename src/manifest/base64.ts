/**
 * Standard base64 as Go's `encoding/base64.StdEncoding` decodes it: padding required, line breaks ignored. The bytes are
 * read as UTF-8 the way `encoding/json` does, each invalid byte as U+FFFD. Undefined where the text is no base64.
 */
export function decodeBase64(text: string): string | undefined {
  const digits = text.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return decodeBytes(Buffer.from(digits, "base64"));
}

function decodeBytes(bytes: Uint8Array): string {
  let text = "";
  let start = 0;
  while (start < bytes.length) {
    const length = sequenceLength(bytes, start);
    text +=
      length === 0 ? "\ufffd" : Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString("utf8");
    start += Math.max(length, 1);
  }
  return text;
}

/** Bytes of the valid UTF-8 sequence at `start`, 0 where there is none. */
function sequenceLength(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const slice = bytes.subarray(start, start + length);
  return slice.length === length && isUtf8(slice) ? length : 0;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
