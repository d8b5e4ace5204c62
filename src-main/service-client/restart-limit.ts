/** Automatic restarts of the local service: so many within so many milliseconds, at most. */
export const restartLimits = { times: 3, within: 5 * 60_000 } as const;

/** Counts automatic restarts, so that a service that fails each time is not started without end. */
export class RestartLimit {
  readonly #now: () => number;
  #times: number[] = [];

  /** `now`: Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether one more restart is allowed now; counts it where it is. */
  take(): boolean {
    const now = this.#now();
    this.#times = this.#times.filter((time) => now - time < restartLimits.within);
    if (this.#times.length >= restartLimits.times) return false;
    this.#times.push(now);
    return true;
  }

  /** A person restarted it: the count begins at zero. */
  clear(): void {
    this.#times = [];
  }
}
