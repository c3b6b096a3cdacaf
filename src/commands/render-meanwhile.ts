import { render } from "../render/render.ts";
import type { Rendered } from "../render/rendered.ts";
import type { RunRequest } from "./run-request.ts";

/**
 * Renders, and does other work while the renderer runs in its own process: at most one of the two costs time. Where the
 * work fails, the renderer is ended and the work's error counts, as if it had come first.
 */
export async function renderMeanwhile<T>(
  { render: request, tools }: Pick<RunRequest, "render" | "tools">,
  work: () => Promise<T>,
): Promise<readonly [Rendered, T]> {
  const giveUp = new AbortController();
  let onStart = (): void => {};
  const started = new Promise<void>((resolve) => {
    onStart = resolve;
  });
  const signal = AbortSignal.any([tools.signal, giveUp.signal]);
  const rendering = render(request, { ...tools, signal, onStart });
  const ended = rendering.then(
    () => {},
    () => {},
  );
  // Loading modules keeps the process busy, so the renderer gets its start before; some need no process at all.
  await Promise.race([started, ended]);
  try {
    const done = await work();
    return [await rendering, done];
  } catch (error) {
    giveUp.abort();
    await ended;
    throw error;
  }
}
