/** Gets the share of some work that is done, from 0 to 1. */
export type Report = (share: number) => void;

/** Reports one part of a work as its share of the whole. */
export const reportPart =
  (report: Report, from: number, to: number): Report =>
  (share) =>
    report(from + (to - from) * Math.min(1, share));

/** How far one thread is with a call, for another one that reads it while the first is busy. */
export class ProgressCounter {
  static readonly #whole = 1_000_000;
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  readonly report: Report = (share) => {
    Atomics.store(this.#count, 0, Math.round(Math.min(1, Math.max(0, share)) * ProgressCounter.#whole));
  };

  /** From 0 to 1. */
  read(): number {
    return Atomics.load(this.#count, 0) / ProgressCounter.#whole;
  }
}
