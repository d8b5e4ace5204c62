/** What bounds the calls of a wire: how much may wait, and how deep it may nest. */

/** The bounds of one wire. Going past one fails the call that did, never the others. */
export interface RpcLimits {
  maxOpenCalls: number;
  maxQueuedItems: number;
  maxQueuedBytes: number;
  /** What the transport may hold back before a call that goes on emitting is failed. */
  maxBufferedBytes: number;
  /** How deep a payload may nest: what reads it next recurses. */
  maxDepth: number;
}
export const rpcLimits: RpcLimits = {
  maxOpenCalls: 256,
  maxQueuedItems: 4096,
  maxQueuedBytes: 16 * 1024 * 1024,
  maxBufferedBytes: 32 * 1024 * 1024,
  maxDepth: 100,
};

/** Rough size of a payload in bytes, for the bounds only: strings by UTF-16 length, numbers as eight. */
export function payloadBytes(value: unknown): number {
  let total = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') total += next.length * 2;
    else if (next instanceof Uint8Array) total += next.byteLength;
    else if (Array.isArray(next)) {
      total += 8;
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        total += key.length * 2;
        open.push(item);
      }
    } else total += 8;
  }
  return total;
}

/** Whether a payload nests no deeper than `maxDepth`; does not recurse itself. */
export function withinDepth(value: unknown, maxDepth: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth++) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null || item instanceof Uint8Array) continue;
      for (const child of Array.isArray(item) ? (item as unknown[]) : Object.values(item)) below.push(child);
    }
    if (below.length === 0) return true;
    level = below;
  }
  return false;
}

/** A queue read with `for await`, bounded by count and by bytes. */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #limits: RpcLimits;
  readonly #items: { value: T; bytes: number }[] = [];
  #bytes = 0;
  #ended: { error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(limits: RpcLimits) {
    this.#limits = limits;
  }

  /** False when the item would go past a bound; it is then not kept. */
  push(value: T): boolean {
    if (this.#ended) return true;
    const bytes = payloadBytes(value);
    if (this.#items.length >= this.#limits.maxQueuedItems || this.#bytes + bytes > this.#limits.maxQueuedBytes) return false;
    this.#items.push({ value, bytes });
    this.#bytes += bytes;
    this.#wake?.();
    return true;
  }

  end(error?: unknown): void {
    this.#ended ??= error === undefined ? {} : { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const item = this.#items.shift();
      if (item) {
        this.#bytes -= item.bytes;
        yield item.value;
      } else if (this.#ended) {
        if ('error' in this.#ended) throw this.#ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = undefined;
      }
    }
  }
}
