/**
 * Keeps what comes into a store apart from what is removed from it: many may come at a time, nothing comes while something is being removed,
 * and what is on its way in is not removed. By the names of files.
 */
export class Landing {
  readonly #coming = new Map<string, number>();
  #removing: Promise<unknown> | undefined;

  /** Runs what makes the file `name` and writes down what it is. */
  async come<T>(name: string, work: () => Promise<T>): Promise<T> {
    while (this.#removing) await this.#removing;
    this.#coming.set(name, (this.#coming.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#coming.get(name) ?? 1) - 1;
      if (left > 0) this.#coming.set(name, left);
      else this.#coming.delete(name);
    }
  }

  /** Runs what removes files. It leaves those of which `isComing` says so. */
  async remove<T>(work: (isComing: (name: string) => boolean) => Promise<T>): Promise<T> {
    while (this.#removing) await this.#removing;
    const removed = work((name) => this.#coming.has(name));
    this.#removing = removed.catch(() => undefined).finally(() => (this.#removing = undefined));
    return removed;
  }
}
