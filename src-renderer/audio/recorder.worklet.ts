/**
 * Hands on what a microphone hears. Runs in the audio thread. Out: `{ samples }`, signed 16 bit mono at the context's rate, a tenth of a
 * second at a time, with `peak`, the highest of them from 0 to 1, as it was heard. In: `{ stop: true }`, which sends what is held.
 */

class Recorder extends AudioWorkletProcessor {
  #held = new Int16Array(sampleRate / 10);
  #count = 0;
  #peak = 0;
  #stopped = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#stopped = true;
      this.#give();
      this.port.postMessage({ ended: true });
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const channels = inputs[0] ?? [];
    const [first] = channels;
    if (this.#stopped || !first) return !this.#stopped;
    for (let at = 0; at < first.length; at += 1) {
      let value = 0;
      for (const channel of channels) value += channel[at] ?? 0;
      value /= channels.length;
      this.#peak = Math.max(this.#peak, Math.abs(value));
      this.#held[this.#count] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
      this.#count += 1;
      if (this.#count === this.#held.length) this.#give();
    }
    return true;
  }

  #give(): void {
    const samples = this.#held.slice(0, this.#count);
    this.port.postMessage({ samples, peak: this.#peak }, [samples.buffer]);
    this.#count = 0;
    this.#peak = 0;
  }
}
registerProcessor('recorder', Recorder);
