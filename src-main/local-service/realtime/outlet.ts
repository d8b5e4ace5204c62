import { encode } from '@msgpack/msgpack';
import { type WebSocket } from 'ws';

/**
 * What leaves towards one client. Bounded: the maker of audio asks for {@link room} first, and a client that does not read for too
 * long is reported once, by `stalled`.
 */
export class Outlet {
  readonly #socket: WebSocket;
  readonly #unreadBytes: number;
  readonly #stallMs: number;
  readonly #stalled: () => void;
  #waiting: (() => void)[] = [];
  #stall: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, bounds: { unreadBytes: number; stallMs: number }, stalled: () => void) {
    this.#socket = socket;
    this.#unreadBytes = bounds.unreadBytes;
    this.#stallMs = bounds.stallMs;
    this.#stalled = stalled;
  }

  get full(): boolean {
    return this.#socket.bufferedAmount > this.#unreadBytes;
  }

  /** `written` is called when the system has taken the frame. */
  send(fields: object, written?: () => void): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(encode(fields), (error) => {
      if (!error) written?.();
      this.#moved();
    });
    if (this.full) this.#stall ??= setTimeout(this.#stalled, this.#stallMs);
  }

  /** Resolves when there is room, or when the connection is gone. */
  async room(): Promise<void> {
    while (this.full && this.#socket.readyState === this.#socket.OPEN) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #moved(): void {
    if (this.full) {
      // It reads, if slowly.
      this.#stall?.refresh();
      return;
    }
    clearTimeout(this.#stall);
    this.#stall = undefined;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  close(): void {
    clearTimeout(this.#stall);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
