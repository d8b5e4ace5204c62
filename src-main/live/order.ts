/** What comes out of the order: a frame, or the news that some never came. */
export type Ordered<Frame> = { frame: Frame } | { missing: number; after: number };

/** How many frames, and bytes of them, wait for one that is late. */
export const orderLimits = { frames: 64, bytes: 1024 * 1024 } as const;

/**
 * Puts the audio frames of one connection in the order of their sequence numbers, which count from 1. Each comes out once; one that comes
 * twice is dropped. A frame that is missing is waited for, within bounds, and is then told as a gap.
 */
export class FrameOrder<Frame extends { sequence: number; audio: Uint8Array }> {
  #next = 1;
  #bytes = 0;
  readonly #held = new Map<number, Frame>();

  /** Whether this frame came before, or is too late: behind a gap that was told. */
  isOld(sequence: number): boolean {
    return sequence < this.#next || this.#held.has(sequence);
  }

  push(frame: Frame): Ordered<Frame>[] {
    if (frame.sequence === this.#next && this.#held.size === 0) {
      this.#next += 1;
      return [{ frame }];
    }
    if (this.isOld(frame.sequence)) return [];
    this.#held.set(frame.sequence, frame);
    this.#bytes += frame.audio.byteLength;
    const out = this.#contiguous();
    while (this.#held.size > orderLimits.frames || this.#bytes > orderLimits.bytes) out.push(...this.#skip());
    return out;
  }

  /** Nothing that is late will come any more: everything that waits comes out, with its gaps. */
  flush(): Ordered<Frame>[] {
    const out: Ordered<Frame>[] = [];
    while (this.#held.size > 0) out.push(...this.#skip());
    return out;
  }

  #skip(): Ordered<Frame>[] {
    const first = Math.min(...this.#held.keys());
    const gap = { missing: first - this.#next, after: this.#next - 1 };
    this.#next = first;
    return [gap, ...this.#contiguous()];
  }

  #contiguous(): Ordered<Frame>[] {
    const out: Ordered<Frame>[] = [];
    for (let frame = this.#held.get(this.#next); frame !== undefined; frame = this.#held.get(this.#next)) {
      this.#held.delete(this.#next);
      this.#bytes -= frame.audio.byteLength;
      this.#next += 1;
      out.push({ frame });
    }
    return out;
  }
}
