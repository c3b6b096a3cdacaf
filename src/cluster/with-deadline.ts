/**
 * Does work that ends with `signal`, and after so many seconds: then the signal that it is given is aborted, with a reason
 * of the name `TimeoutError`.
 *
 * Not by `AbortSignal.any` over `AbortSignal.timeout`: nothing but the former holds the latter, and holds it weakly, so that
 * in Node 20 the time is never over once there was a garbage collection (nodejs/node `lib/internal/abort_controller.js`).
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  seconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const timer = setTimeout(
    () => ending.abort(new DOMException("it took too long", "TimeoutError")),
    seconds * 1000,
  );
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}
