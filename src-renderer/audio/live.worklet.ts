/**
 * Plays what arrives while it arrives. Runs in the audio thread, where nothing of the page exists and nothing may wait.
 * In: `{ samples, tag }` (signed 16 bit, mono, at the context's rate; `tag` names the phrase), `{ flush: true }` (what is there is
 * all for now), `{ silence: true }` (all of it is forgotten).
 * Out: `{ played, left, started }`: samples that were heard or forgotten, samples that wait, and the tags whose first sample has just
 * left. Posted some forty times a second while it plays, and at once when a phrase starts or nothing is left.
 */

/** Sound is held back until this much is there, so that it does not stutter; in seconds. */
const startAfter = 0.04;
/** In frames. */
const reportEvery = 1024;

interface Chunk {
  samples: Int16Array;
  tag: number;
}

class LivePlayer extends AudioWorkletProcessor {
  #chunks: Chunk[] = [];
  /** Into the first chunk. */
  #at = 0;
  #left = 0;
  #played = 0;
  #tag = -1;
  #running = false;
  #flushed = false;
  #silenced = false;
  #lastReport = 0;
  #started: number[] = [];

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      const message = data as { samples?: Int16Array; tag?: number; flush?: boolean; silence?: boolean };
      if (message.samples && message.samples.length > 0) {
        this.#chunks.push({ samples: message.samples, tag: message.tag ?? 0 });
        this.#left += message.samples.length;
        this.#flushed = false;
      }
      if (message.flush === true) this.#flushed = true;
      if (message.silence === true) this.#silenced = true;
    };
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const channels = outputs[0] ?? [];
    const out = channels[0];
    if (!out) return true;
    const wasRunning = this.#running;
    if (this.#left > 0 && (this.#flushed || this.#left >= startAfter * sampleRate)) this.#running = true;
    if (this.#running) this.#fill(out);
    if (this.#silenced) this.#forget(out);
    for (const other of channels.slice(1)) other.set(out);
    if (this.#started.length > 0 || this.#running !== wasRunning || currentFrame - this.#lastReport >= reportEvery) this.#report();
    return true;
  }

  #fill(out: Float32Array): void {
    let filled = 0;
    while (filled < out.length) {
      const chunk = this.#chunks[0];
      if (!chunk) break;
      if (chunk.tag !== this.#tag) {
        this.#tag = chunk.tag;
        this.#started.push(chunk.tag);
      }
      const count = Math.min(out.length - filled, chunk.samples.length - this.#at);
      for (let index = 0; index < count; index += 1) out[filled + index] = (chunk.samples[this.#at + index] ?? 0) / 32_768;
      filled += count;
      this.#at += count;
      if (this.#at === chunk.samples.length) {
        this.#chunks.shift();
        this.#at = 0;
      }
    }
    this.#left -= filled;
    this.#played += filled;
    if (this.#left === 0) this.#running = false;
  }

  /** Silent within one quantum, but not by a jump, which would be heard as a click. */
  #forget(out: Float32Array): void {
    for (let index = 0; index < out.length; index += 1) out[index] = (out[index] ?? 0) * (1 - (index + 1) / out.length);
    this.#played += this.#left;
    this.#chunks = [];
    [this.#at, this.#left, this.#tag] = [0, 0, -1];
    [this.#running, this.#silenced, this.#flushed] = [false, false, false];
  }

  #report(): void {
    this.#lastReport = currentFrame;
    this.port.postMessage({ played: this.#played, left: this.#left, started: this.#started });
    this.#started = [];
  }
}

registerProcessor('voicewright-live', LivePlayer);

export {};
