import { type Struck } from '../faults/faults.ts';

/** The faults `cut-after-events` and `cut-after-bytes`: so much more leaves, then the connection is gone. */
export class Cut {
  readonly #cut: () => void;
  #events = Infinity;
  #bytes = Infinity;
  isCut = false;

  constructor(cut: () => void) {
    this.#cut = cut;
  }

  set(struck: Struck): void {
    this.#events = struck.of('cut-after-events')?.events ?? this.#events;
    this.#bytes = struck.of('cut-after-bytes')?.bytes ?? this.#bytes;
    if (this.#events === 0 || this.#bytes === 0) this.#end()();
  }

  /** As much of the audio as may still leave. */
  trim(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const left = new Uint8Array(bytes.subarray(0, Math.min(bytes.length, this.#bytes)));
    this.#bytes -= left.length;
    return left;
  }

  /** Counts an event that leaves; for the last one, what is to be done once it has been written. */
  sent(): (() => void) | undefined {
    this.#events -= 1;
    return this.#events <= 0 || this.#bytes <= 0 ? this.#end() : undefined;
  }

  #end(): () => void {
    this.isCut = true;
    // Behind what the system has taken by now.
    return () => setImmediate(this.#cut);
  }
}
