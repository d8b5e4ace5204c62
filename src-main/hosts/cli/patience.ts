import type { Work } from './run.ts';

/** Ends work that waits for a lost service for longer than `--wait-timeout`. */
export class Patience {
  readonly signal: AbortSignal;
  readonly #lost = new AbortController();
  readonly #waitMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ signal, common }: Pick<Work, 'signal' | 'common'>) {
    this.signal = AbortSignal.any([signal, this.#lost.signal]);
    this.#waitMs = common.waitTimeout * 1000;
  }

  paused(): void {
    this.#timer ??= setTimeout(() => this.#lost.abort(), this.#waitMs);
  }

  resumed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  isOver(): boolean {
    return this.#lost.signal.aborted;
  }
}
