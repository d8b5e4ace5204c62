import { createContext, soundOutput } from './output.ts';
import workletUrl from './live.worklet.ts?worker&url';

interface Report {
  played: number;
  left: number;
  started: number[];
}

interface LiveSoundListeners {
  /** The first sample of a phrase has left the audio thread. */
  onStarted(id: string): void;
  /** Bytes that were heard, or forgotten, since the sound began. */
  onHeard(bytes: number): void;
  /** Everything that was pushed has been heard. */
  onDry(): void;
  onFailed(thrown: unknown): void;
}

/** What was asked for while sound of another rate was still heard. */
type Send = { rate: number } | { id: string; bytes: Uint8Array } | 'flush';

/** The rate that the last session had: the audio thread is readied for it before the service has said anything. */
const rateKey = 'live-rate';
const usualRate = 48_000;

/**
 * The speaker of a live session: bytes of 16 bit mono, phrase by phrase, leave the audio thread sample after sample as they come.
 * It has an audio context of its own, at the rate of the sound.
 */
export class LiveSound {
  readonly #listeners: LiveSoundListeners;
  #context: AudioContext | undefined;
  #node: AudioWorkletNode | undefined;
  #ready: Promise<void> = Promise.resolve();
  /** Phrases that have not started, by their tags. */
  readonly #tags = new Map<number, string>();
  #tag = 0;
  #current: string | undefined;
  #odd: number | undefined;
  #pushed = 0;
  #pushedBefore = 0;
  #reported = 0;
  #left = 0;
  /** Sound of another rate, which begins when what came before it has been heard. */
  #later: { rate: number; sends: Send[]; samples: number } | undefined;

  constructor(listeners: LiveSoundListeners) {
    this.#listeners = listeners;
  }

  /** Call it in the person's gesture: a context that is made later may be kept silent. Another rate waits for what still sounds. */
  prepare(wanted?: number): void {
    const context = this.#context;
    if (context?.state === 'suspended') void context.resume();
    if (context && this.#left > 0) {
      if (wanted === undefined || wanted === (this.#later?.rate ?? context.sampleRate)) return;
      const { sends = [], samples = 0 } = this.#later ?? {};
      this.#later = { rate: wanted, sends: [...sends, { rate: wanted }], samples };
      return;
    }
    const rate = wanted ?? Number(localStorage.getItem(rateKey) ?? usualRate);
    if (context?.sampleRate !== rate) this.#change(rate);
  }

  #change(rate: number): void {
    localStorage.setItem(rateKey, String(rate));
    const before = this.#context;
    this.#node?.port.postMessage({ silence: true });
    this.#node = undefined;
    this.#pushedBefore = this.#pushed;
    this.#left = 0;
    const context = createContext({ sampleRate: rate, latencyHint: 'interactive' });
    this.#context = context;
    this.#ready = this.#begin(context);
    this.#ready.catch((thrown: unknown) => {
      // One that was closed for another rate has nothing to say any more.
      if (context === this.#context) this.#listeners.onFailed(thrown);
    });
    void before?.close();
  }

  async #begin(context: AudioContext): Promise<void> {
    await context.audioWorklet.addModule(workletUrl);
    if (context !== this.#context) return;
    const node = new AudioWorkletNode(context, 'voicewright-live', { numberOfInputs: 0, outputChannelCount: [1] });
    node.port.onmessage = ({ data }: MessageEvent<Report>) => {
      if (context === this.#context) this.#report(data);
    };
    node.connect(context.destination);
    await soundOutput.route(context); // nothing of it is heard on another output first
    if (context !== this.#context) return;
    // Only now: what was sent until here goes first, and in its order.
    this.#node = node;
  }

  #report({ played, left, started }: Report): void {
    const heard = (this.#pushedBefore + played) * 2;
    const isDry = left === 0 && this.#left > 0 && this.#pushedBefore + played === this.#pushed;
    this.#left = this.#pushed - this.#pushedBefore - played;
    for (const tag of started) {
      const id = this.#tags.get(tag);
      this.#tags.delete(tag);
      if (id !== undefined) this.#listeners.onStarted(id);
    }
    if (heard !== this.#reported) {
      this.#reported = heard;
      this.#listeners.onHeard(heard);
    }
    if (!isDry) return;
    if (this.#later === undefined) this.#listeners.onDry();
    else this.#goOnLater();
  }

  #goOnLater(): void {
    const later = this.#later;
    if (later === undefined) return;
    this.#later = undefined;
    for (const send of later.sends) {
      if (send === 'flush') this.flush();
      else if ('rate' in send) this.prepare(send.rate);
      else this.push(send.id, send.bytes);
    }
  }

  /** Samples that were pushed and are not heard yet. */
  get waiting(): number {
    return this.#left + (this.#later?.samples ?? 0);
  }

  /** The next bytes of a phrase, little endian; a sample that is cut in two is put together. */
  push(id: string, bytes: Uint8Array): void {
    if (this.#later !== undefined) {
      this.#later.sends.push({ id, bytes });
      this.#later.samples += bytes.byteLength >> 1;
      return;
    }
    if (this.#current !== id) {
      this.#current = id;
      this.#odd = undefined;
      this.#tag += 1;
      this.#tags.set(this.#tag, id);
    }
    if (this.#context?.state === 'suspended') void this.#context.resume();
    const odd = this.#odd;
    const lead = odd === undefined ? 0 : 1;
    const count = (bytes.byteLength + lead) >> 1;
    const samples = new Int16Array(count);
    const view = new DataView(samples.buffer);
    for (let index = 0; index < count * 2; index += 1) view.setUint8(index, index < lead ? (odd ?? 0) : (bytes[index - lead] ?? 0));
    const isOdd = (bytes.byteLength + lead) % 2 === 1;
    this.#odd = isOdd ? bytes.at(-1) : undefined;
    this.#pushed += count;
    this.#left += count;
    this.#send({ samples, tag: this.#tag }, [samples.buffer]);
  }

  /** What is there is all for now: it is not held back for more. */
  flush(): void {
    // What sounds now is all for now in any case; what comes behind it is reported in its turn.
    this.#later?.sends.push('flush');
    this.#send({ flush: true });
  }

  /** Silent at once; what was pushed is forgotten, and counts as heard. */
  silence(): void {
    this.#current = undefined;
    this.#tags.clear();
    this.#send({ silence: true });
    if (this.#later === undefined) return;
    const { rate, samples } = this.#later;
    this.#pushed += samples;
    this.#pushedBefore += samples;
    // Only its rate is left, for what comes next.
    this.#later = { rate, sends: [{ rate }], samples: 0 };
  }

  /** Lets go of the output until there is sound again: nothing is rendered, and the device may sleep. */
  rest(): void {
    const context = this.#context;
    void this.#ready.then(() => (context === this.#context && this.#left === 0 ? context?.suspend() : undefined)).catch(() => undefined);
  }

  #send(message: unknown, transfer: Transferable[] = []): void {
    if (this.#node) this.#node.port.postMessage(message, transfer);
    else void this.#ready.then(() => this.#node?.port.postMessage(message, transfer)).catch(() => undefined);
  }
}
