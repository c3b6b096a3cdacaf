/** What the API server's clock shows, learned from its answers. */
export interface ServerClock {
  /** Takes note of an answer: the date it carried, and the local time at which it came. */
  note(dateMs: number, localMs: number): void;
  /** Never ahead of the server's clock. Undefined before the first answer. */
  atMs(localMs: number): number | undefined;
}

/** Behind one address there may be several servers, whose clocks differ: the slowest of the last answers counts. */
const remembered = 16;

/** Local times are those of a clock that nobody sets, in milliseconds. */
export function serverClock(): ServerClock {
  const ahead: number[] = [];
  return {
    note(dateMs, localMs) {
      ahead.push(dateMs - localMs);
      if (ahead.length > remembered) ahead.shift();
    },
    atMs(localMs) {
      if (ahead.length === 0) return undefined;
      return localMs + ahead.reduce((least, one) => Math.min(least, one));
    },
  };
}
