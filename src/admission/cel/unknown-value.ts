/**
 * Thrown where an expression reads what nobody knows. CEL treats it as an error, and its operators absorb it just where
 * every value would give the same answer (`unknown || true`), so that an answer in spite of it is certain.
 */
export class UnknownValue extends Error {
  constructor(what: string) {
    super(`not known: ${what}`);
    this.name = "UnknownValue";
  }
}

/** Remembers what was not known in one evaluation, absorbed or not. */
export class Unknowns {
  #first: string | undefined;

  /** The first thing that was read and is not known. */
  get first(): string | undefined {
    return this.#first;
  }

  raise(what: string): never {
    this.#first ??= what;
    throw new UnknownValue(what);
  }
}
