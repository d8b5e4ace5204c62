interface Answer<T> {
  value: T;
  /** Unix milliseconds. */
  asOf: number;
}

const maximumNames = 60_000;

/** Answers that are good for a while. Failures are not stored; nobody's cancelled read fails another's. */
export class AnswerCache<T> {
  readonly #goodForMs: number;
  readonly #now: () => number;
  readonly #answers = new Map<string, Answer<T>>();

  constructor(goodForMs: number, now: () => number) {
    this.#goodForMs = goodForMs;
    this.#now = now;
  }

  async get(name: string, read: () => Promise<T>): Promise<Answer<T>> {
    const answer = this.#answers.get(name);
    if (answer !== undefined && this.#now() - answer.asOf < this.#goodForMs) return answer;
    return this.put(name, await read());
  }

  /** Whatever its age. */
  last(name: string): T | undefined {
    return this.#answers.get(name)?.value;
  }

  put(name: string, value: T): Answer<T> {
    if (this.#answers.size >= maximumNames) this.#answers.clear();
    const answer = { value, asOf: this.#now() };
    this.#answers.set(name, answer);
    return answer;
  }

  drop(name: string): void {
    this.#answers.delete(name);
  }

  clear(): void {
    this.#answers.clear();
  }
}
