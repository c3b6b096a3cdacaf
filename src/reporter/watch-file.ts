import { watch } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bell, createBell } from "./bell.ts";
import { type Look, lookAtFile } from "./look-at-file.ts";

/** The longest time for which a change goes unseen. */
const pollMs = 1000;
/** The shortest time between two looks, however often the folder changes. */
const pauseMs = 50;
/** How soon a file is looked at again that was being written. */
const passingMs = 100;

/**
 * Looks at a file again and again, at once and until the signal comes.
 *
 * The folder is watched so that a change is seen within moments, but it is the polling that can be relied on: inotify says
 * nothing where the folder itself is exchanged, where links lead out of it, or on network file systems, and its instances
 * are counted per user and run out (`fs.inotify.max_user_instances`, 128 on most nodes, for all pods of one uid).
 */
export async function watchFile(
  path: string,
  onLook: (look: Look) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const bell = createBell(signal);
  const watching = keepWatching(dirname(path), bell, signal);
  while (!signal.aborted) {
    const look = await lookAtFile(path);
    if (signal.aborted) break;
    await onLook(look);
    await pause(pauseMs, signal);
    await bell.wait("problem" in look && look.isPassing ? passingMs : pollMs);
  }
  await watching;
}

/** Rings at every change of a folder. A watch that ends, or cannot begin, is begun anew. */
async function keepWatching(folder: string, bell: Bell, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const _ of watch(folder, { signal })) bell.ring();
    } catch {
      // Polling goes on.
    }
    await pause(pollMs, signal);
  }
}

/** A sleep that a signal ends early. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
