import { sampleRate } from '#shared/narration/take.ts';
import { readSound } from './feeder.ts';
import type { Player } from './player.ts';
import { prepareAudio } from './program.ts';
import type { Sound } from './sound.ts';

/** A grain is this long, and the next one begins before it has faded; in seconds. */
const grainSeconds = 0.09;
const everySeconds = 0.06;
/** So much is read at once, around the place that is wanted, in samples; and so many stretches are kept. */
const stretchSamples = 4 * sampleRate;
const keptStretches = 4;

/** Samples of a chapter from a place on, `count` at most. */
export type ReadSamples = (sound: Sound, from: number, count: number, signal: AbortSignal) => Promise<Int16Array>;

export interface ScrubberDependencies {
  player: Pick<Player, 'mode' | 'paused' | 'sound' | 'seek' | 'pause' | 'play'>;
  read?: ReadSamples;
  /** Makes a grain heard. */
  sound?: (samples: Float32Array<ArrayBuffer>) => void;
  /** Resolves after so many seconds. */
  wait?: (seconds: number) => Promise<void>;
}

/**
 * Moves the playhead while it is dragged, and makes heard what it is dragged over: short grains of the chapter, one after the other for as long as it
 * moves. What played goes on from where it is let go.
 */
export class Scrubber {
  readonly #player: ScrubberDependencies['player'];
  readonly #read: ReadSamples;
  readonly #sound: (samples: Float32Array<ArrayBuffer>) => void;
  readonly #wait: (seconds: number) => Promise<void>;
  /** Stretches that were read, by their number in the chapter, the oldest first; of one sound alone. */
  readonly #stretches = new Map<number, Promise<Int16Array>>();
  #of: string | undefined;
  #run: AbortController | undefined;
  #wanted: number | undefined;
  #sounding = false;
  #wasPlaying = false;

  constructor({ player, read = readSamples, sound = playGrain, wait = waitFor }: ScrubberDependencies) {
    this.#player = player;
    this.#read = read;
    this.#sound = sound;
    this.#wait = wait;
  }

  /** The playhead is dragged to a place, in seconds. To be called in the gesture. */
  to(seconds: number): void {
    const player = this.#player;
    if (!player.sound) return;
    if (!this.#run) {
      this.#run = new AbortController();
      this.#wasPlaying = player.mode !== 'stopped' && !player.paused;
      if (this.#wasPlaying) player.pause();
    }
    player.seek(seconds);
    this.hear(seconds);
  }

  /** It was let go. */
  end(): void {
    if (!this.#run) return;
    this.#run.abort();
    this.#run = undefined;
    this.#wanted = undefined;
    if (this.#wasPlaying) this.#player.play();
  }

  /** One grain of a place, where nothing plays: for keys that move the playhead. */
  hear(seconds: number): void {
    if (this.#player.mode !== 'stopped' && !this.#player.paused) return;
    this.#wanted = Math.round(seconds * sampleRate);
    if (!this.#sounding) void this.#soundAll();
  }

  async #soundAll(): Promise<void> {
    this.#sounding = true;
    try {
      while (this.#wanted !== undefined) {
        const [from, { sound }] = [this.#wanted, this.#player];
        this.#wanted = undefined;
        if (!sound) return;
        const samples = await this.#grain(sound, from);
        if (samples.length > 0) this.#sound(samples);
        await this.#wait(everySeconds);
      }
    } catch {
      // What cannot be read is not heard; the playhead moves all the same.
    } finally {
      this.#sounding = false;
    }
  }

  /** Faded at both ends, so that it is not heard as a click. */
  async #grain(sound: Sound, from: number): Promise<Float32Array<ArrayBuffer>> {
    const count = Math.round(grainSeconds * sampleRate);
    const number = Math.floor(from / stretchSamples);
    const here = await this.#stretch(sound, number);
    const start = from - number * stretchSamples;
    const past = start + count > stretchSamples && here.length === stretchSamples ? await this.#stretch(sound, number + 1) : undefined;
    const grain = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      const at = start + index;
      const sample = (at < here.length ? here[at] : past?.[at - stretchSamples]) ?? 0;
      grain[index] = (sample / 32_768) * Math.sin((Math.PI * (index + 0.5)) / count) ** 2;
    }
    return grain;
  }

  #stretch(sound: Sound, number: number): Promise<Int16Array> {
    if (this.#of !== sound.audioUrl) this.#stretches.clear();
    this.#of = sound.audioUrl;
    const known = this.#stretches.get(number);
    if (known) return known;
    const reading = this.#read(sound, number * stretchSamples, stretchSamples, AbortSignal.timeout(10_000));
    this.#stretches.set(number, reading);
    reading.catch(() => this.#stretches.delete(number));
    for (const oldest of this.#stretches.keys()) {
      if (this.#stretches.size <= keptStretches) break;
      this.#stretches.delete(oldest);
    }
    return reading;
  }
}

async function readSamples(sound: Sound, from: number, count: number, signal: AbortSignal): Promise<Int16Array> {
  const samples = new Int16Array(Math.max(0, Math.min(count, sound.timeline.samples - from)));
  if (samples.length === 0) return samples;
  let at = 0;
  for await (const piece of readSound(sound, from, from + samples.length, signal)) {
    samples.set(piece.subarray(0, samples.length - at), at);
    at = Math.min(samples.length, at + piece.length);
  }
  return samples;
}

function playGrain(samples: Float32Array<ArrayBuffer>): void {
  const { context } = prepareAudio();
  const buffer = new AudioBuffer({ length: samples.length, sampleRate });
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  source.start();
}

const waitFor = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
