/** So many first turns in a row, then one that goes on: neither keeps the other waiting forever. */
const firstInRow = 4;

/**
 * Who works next in a thread that works on many speeches. A first turn goes before one that goes on, as somebody waits for a first
 * sound; among equals the longest wait. Between two turns the event loop turns once, so that messages get in.
 */
export class Turns {
  readonly #first: (() => void)[] = [];
  readonly #further: (() => void)[] = [];
  #taken = false;
  #inRow = 0;

  /** Resolves when it is the caller's turn, who has to {@link pass} it on. */
  take(first: boolean): Promise<void> {
    return new Promise((resolve) => {
      (first ? this.#first : this.#further).push(resolve);
      this.#next();
    });
  }

  pass(): void {
    setImmediate(() => {
      this.#taken = false;
      this.#next();
    });
  }

  #next(): void {
    if (this.#taken) return;
    const further = this.#first.length === 0 || (this.#inRow >= firstInRow && this.#further.length > 0);
    const turn = further ? this.#further.shift() : this.#first.shift();
    if (turn === undefined) return;
    this.#inRow = further ? 0 : this.#inRow + 1;
    this.#taken = true;
    turn();
  }
}
