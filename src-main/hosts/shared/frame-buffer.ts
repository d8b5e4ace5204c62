import type { Wire } from '#shared/rpc.ts';

/**
 * The part that every wire has in common: at most one listener of each kind, what comes before there is one is kept in
 * order (bounded), and the end is reported exactly once.
 */
export class FrameBuffer {
  #frames: unknown[] | undefined = [];
  #listener: ((frame: unknown) => void) | undefined;
  #closeListener: ((reason: string) => void) | undefined;
  #closed: string | undefined;

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** False when too much came before anybody listened. */
  receive(frame: unknown): boolean {
    if (this.#closed !== undefined) return true;
    if (this.#listener) this.#listener(frame);
    else if (!this.#frames || this.#frames.length >= maxFramesBeforeListener) return false;
    else this.#frames.push(frame);
    return true;
  }

  onFrame(listener: Parameters<Wire['onFrame']>[0]): void {
    this.#listener = listener;
    const kept = this.#frames ?? [];
    this.#frames = undefined;
    for (const frame of kept) if (this.#closed === undefined) listener(frame);
  }

  onClose(listener: Parameters<Wire['onClose']>[0]): void {
    this.#closeListener = listener;
    if (this.#closed !== undefined) listener(this.#closed);
  }

  /** True the first time. */
  close(reason: string): boolean {
    if (this.#closed !== undefined) return false;
    this.#closed = reason;
    this.#frames = undefined;
    this.#closeListener?.(reason);
    return true;
  }
}

const maxFramesBeforeListener = 1024;
