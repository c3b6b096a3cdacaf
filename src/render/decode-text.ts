import { isUtf8 } from "node:buffer";
import { UsageError } from "../errors.ts";

/** Strict UTF-8, byte order mark kept. `what` names the bytes in the error: `helm template printed bytes …`. */
export function decodeStream(bytes: Buffer, what: string): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new UsageError(`${what} is not UTF-8 from byte ${firstBadByte(bytes)} on`, {
    hint: "Argo CD reads UTF-8 only; find the template or file that carries other bytes",
  });
}

/**
 * The text of a manifest file as Argo CD decodes it: a byte order mark decides between UTF-8 and UTF-16 and is dropped,
 * without one it is UTF-8 (argo-cd 3.6 `reposerver/repository/repository.go` opens files with utfutil.UTF8). Unlike
 * there, broken bytes are an error here: they would reach the cluster as U+FFFD.
 */
export function decodeFile(bytes: Buffer, file: string): string {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeUtf8(bytes.subarray(3), file, 3);
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes, "utf-16le", file);
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes, "utf-16be", file);
  return decodeUtf8(bytes, file, 0);
}

function decodeUtf8(bytes: Buffer, file: string, skipped: number): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new UsageError(`${file} is not UTF-8 from byte ${skipped + firstBadByte(bytes)} on`, {
    hint: "save it as UTF-8, or leave it out with --exclude",
  });
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be", file: string): string {
  try {
    // The decoder drops the byte order mark by itself.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${file} has a UTF-16 byte order mark but is not UTF-16`, {
      hint: "save it as UTF-8, or leave it out with --exclude",
      cause,
    });
  }
}

/** 0-based offset of the first byte at which the bytes cannot be UTF-8 any more; they are known not to be. */
export function firstBadByte(bytes: Uint8Array): number {
  const stepBytes = 4096;
  for (let start = 0; ; start += stepBytes) {
    // Up to three bytes before the step may belong to a character that crosses into it.
    const chunk = bytes.subarray(characterStart(bytes, start), start + stepBytes);
    const last = start + stepBytes >= bytes.length;
    if (decodes(chunk, last)) continue;
    for (let length = 1; length <= chunk.length; length += 1) {
      if (!decodes(chunk.subarray(0, length), false)) return chunk.byteOffset - bytes.byteOffset + length - 1;
    }
    return bytes.length;
  }
}

function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function decodes(bytes: Uint8Array, whole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

function startsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}
