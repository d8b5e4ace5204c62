import { liveLimits } from '#shared/live.ts';

/** Holds the service back while a window that acknowledges sound has not taken in what was sent to it. In bytes. */
export class FlowControl {
  readonly #signal: AbortSignal;
  #sent = 0;
  #acknowledged: number;
  #wake: () => void = () => undefined;

  constructor(acknowledges: boolean, signal: AbortSignal) {
    this.#signal = signal;
    this.#acknowledged = acknowledges ? 0 : Infinity;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  /** So many more bytes go to the window. Settles when there is room for more; `undefined` where there is. */
  send(bytes: number): Promise<void> | undefined {
    this.#sent += bytes;
    return this.#isFull() ? this.#room() : undefined;
  }

  /** The window has taken in so many bytes in all. */
  acknowledge(bytes: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, bytes);
    this.#wake();
  }

  /** The window acknowledges nothing more: nothing is held back. */
  end(): void {
    this.acknowledge(Infinity);
  }

  #isFull(): boolean {
    return this.#sent - this.#acknowledged > liveLimits.unheardBytes && !this.#signal.aborted;
  }

  async #room(): Promise<void> {
    while (this.#isFull()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}
