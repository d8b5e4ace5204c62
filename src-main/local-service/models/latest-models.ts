/** The models that a process has loaded, a few at most; the one that was used longest ago goes. */
export class LatestModels<Model> {
  readonly #maximum: number;
  readonly #loaded = new Map<string, Model>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** The one of this key; `load` makes it where it is not there. */
  find(key: string, load: () => Model): Model {
    const model = this.#loaded.get(key) ?? load();
    this.#loaded.delete(key);
    this.#loaded.set(key, model);
    for (const oldest of [...this.#loaded.keys()].slice(0, Math.max(0, this.#loaded.size - this.#maximum))) this.#loaded.delete(oldest);
    return model;
  }
}
