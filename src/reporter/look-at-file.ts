import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** What one look at a policy file found. */
export type Look =
  | {
      /** SHA-256 of the file's bytes, 64 hexadecimal digits in lower case. */
      readonly digest: string;
      readonly sizeBytes: number;
      /**
       * Tells one writing of the file from another, whatever is in it: device, inode, and when it was written. Where the
       * bytes came, went and came back between two looks, the digest is the same and this is not.
       */
      readonly identity: string;
    }
  | {
      /** Why there is no digest, as the end of a sentence that begins with the file's name. */
      readonly problem: string;
      /** True where the next look will most likely find it gone: the file was written while it was read. */
      readonly isPassing: boolean;
    };

/** No object of the API server is larger than 1.5 MiB, so no policy that comes from one is. */
export const mostBytes = 4 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/**
 * Reads a file once, whatever it is: of a file that is written meanwhile, too large, or no file at all there is no digest,
 * and no look ever waits for a writer. The path is resolved anew each time, so that a ConfigMap volume, whose files lie
 * behind a symbolic link that the kubelet swaps, is seen as the signer would see it when it opens the file now.
 */
export async function lookAtFile(path: string): Promise<Look> {
  let handle: FileHandle | undefined;
  try {
    // Opening a pipe would wait for somebody to write into it.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return await readWhole(handle);
  } catch (error) {
    return { problem: wordsFor(codeOf(error)), isPassing: false };
  } finally {
    await handle?.close();
  }
}

async function readWhole(handle: FileHandle): Promise<Look> {
  const before = await identityOf(handle);
  if (!before.isFile) return { problem: "is no file", isPassing: false };
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, sizeBytes);
    if (bytesRead === 0) break;
    sizeBytes += bytesRead;
    if (sizeBytes > mostBytes) return { problem: `is larger than ${mostBytes} bytes`, isPassing: false };
    hash.update(chunk.subarray(0, bytesRead));
  }
  const { identity } = await identityOf(handle);
  if (identity !== before.identity) return { problem: "was written while it was read", isPassing: true };
  return { digest: hash.digest("hex"), sizeBytes, identity };
}

async function identityOf(
  handle: FileHandle,
): Promise<{ readonly isFile: boolean; readonly identity: string }> {
  const stat = await handle.stat({ bigint: true });
  const { ctimeNs, dev, ino, mtimeNs, size } = stat;
  return { isFile: stat.isFile(), identity: [dev, ino, size, mtimeNs, ctimeNs].join(":") };
}

const words: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  EACCES: "may not be read",
  EISDIR: "is no file",
  ELOOP: "is a symbolic link that leads nowhere",
  ENOTDIR: "is not there",
};

function wordsFor(code: string): string {
  return words[code] ?? `cannot be read (${code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
