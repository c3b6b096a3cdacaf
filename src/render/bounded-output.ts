/** Collects a stream whose middle nobody needs: its first and its last bytes, the rest counted. */
export class BoundedOutput {
  readonly #half: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #droppedBytes = 0;

  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  add(chunk: Buffer): void {
    const forHead = chunk.subarray(0, this.#half - this.#headBytes);
    if (forHead.length > 0) {
      this.#head.push(forHead);
      this.#headBytes += forHead.length;
    }
    const rest = chunk.subarray(forHead.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Trimmed now and then, so that a chatty child costs linear time and twice the room at most.
    if (this.#tailBytes > 2 * this.#half) this.#trim();
  }

  text(): string {
    this.#trim();
    const head = Buffer.concat(this.#head).toString("utf8");
    const tail = Buffer.concat(this.#tail).toString("utf8");
    if (this.#droppedBytes === 0) return Buffer.concat([...this.#head, ...this.#tail]).toString("utf8");
    return `${head}\n… ${this.#droppedBytes} bytes left out …\n${tail}`;
  }

  #trim(): void {
    const excess = this.#tailBytes - this.#half;
    if (excess <= 0) return;
    // A copy, so that the dropped part is not kept alive by a view into it.
    const kept = Buffer.from(Buffer.concat(this.#tail).subarray(excess));
    this.#tail = [kept];
    this.#tailBytes = kept.length;
    this.#droppedBytes += excess;
  }
}
