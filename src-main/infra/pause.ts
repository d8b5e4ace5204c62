/** Holds up work that asks it between steps. */
export class Pause {
  #going: Promise<unknown> = Promise.resolve();
  #resume: (() => void) | undefined;

  get isPaused(): boolean {
    return this.#resume !== undefined;
  }

  pause(): void {
    if (this.#resume !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#going = promise;
    this.#resume = () => resolve(undefined);
  }

  resume(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** Waits while it is paused. Settles when the signal is aborted: the caller then finds it aborted. */
  async whenGoing(signal: AbortSignal): Promise<void> {
    while (this.isPaused && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const stop = (): void => resolve(undefined);
      signal.addEventListener('abort', stop, { once: true });
      await Promise.race([this.#going, promise]);
      signal.removeEventListener('abort', stop);
    }
  }
}
