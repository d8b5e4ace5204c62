import { Stretch } from '@soundtouchjs/core';
import { LevelMeter } from './level.ts';

/**
 * Plays PCM as it comes. Runs in the audio thread, where nothing of the page exists and nothing may wait.
 * In: `{ samples }` (signed 16 bit, mono, at the context's rate), `{ end: true }`, `{ rate }`, `{ stop: true }`; `{ waits }`, whether
 * what comes next is not to be had yet; `{ keep }`, the number of samples after which what came is forgotten, and other comes instead;
 * `{ resetPeak }`, a number that levels measured from then on carry; `{ paused }`, whether it holds.
 * Out: `{ played, frame, running, ended, level, resets }`, at once where `running` changes, the level being that of what left; `{ kept }` answers `keep`: more than was asked for where
 * more had been played. At the rate 1 the samples leave as they came; at any other they are stretched in time, their pitch kept. Where
 * samples were not there, silence stands in for them and the sound goes on exactly where it broke off: the report with which it goes
 * on has `gap: { after, frames, late }`, how many samples had been heard, how long the silence was, and false where it was waited for.
 */

/** Sound is held back until this much is there, so that it does not stutter; in seconds. */
const startAfter = 0.08;
/** Each time that it ran dry all the same, twice as much is held back as before, up to this. */
const startAfterAtMost = 0.64;
/** How often the page gets the position, in frames. */
const reportEvery = 1024;
/** Samples that are handed to the stretcher at once. */
const feed = 512;

interface Chunk {
  samples: Int16Array;
  /** Place of its first sample in all that came. */
  start: number;
}

interface Gap {
  after: number;
  frames: number;
  late: boolean;
}

class ProgramPlayer extends AudioWorkletProcessor {
  #chunks: Chunk[] = [];
  /** All counted in samples that came: how many came, were handed on, and were heard. */
  #came = 0;
  #read = 0;
  #heard = 0;
  #rate = 1;
  #stretch: Stretch | undefined;
  #flushed = false;
  #whole = false;
  #running = false;
  /** Seconds that are there before sound begins, or goes on. */
  #holdBack = startAfter;
  #gap: Gap | undefined;
  #waits = false;
  #paused = false;
  /** It goes on after a pause: not by a jump. */
  #fadesIn = false;
  #stopping = false;
  #over = false;
  #lastReport = 0;
  readonly #meter = new LevelMeter(sampleRate);
  #resets = 0;
  readonly #pairs = new Float32Array(feed * 2);

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      const message = data as {
        samples?: Int16Array;
        end?: boolean;
        rate?: number;
        stop?: boolean;
        waits?: boolean;
        keep?: number;
        resetPeak?: number;
        paused?: boolean;
      };
      if (message.samples) {
        this.#chunks.push({ samples: message.samples, start: this.#came });
        this.#came += message.samples.length;
      }
      if (message.end === true) this.#whole = true;
      if (message.stop === true) this.#stopping = true;
      if (message.waits !== undefined) this.#waits = message.waits;
      if (message.paused !== undefined) this.#paused = message.paused;
      if (message.keep !== undefined) this.#keep(message.keep);
      if (message.rate !== undefined && message.rate !== this.#rate) this.#setRate(message.rate);
      if (message.resetPeak !== undefined) {
        this.#resets = message.resetPeak;
        this.#meter.resetTruePeak();
      }
    };
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    if (this.#over) return false;
    const channels = outputs[0] ?? [];
    const out = channels[0];
    if (!out) return true;
    const wasRunning = this.#running;
    const holds = this.#paused && !wasRunning;
    if (!this.#running && !holds && (this.#whole || this.#came - this.#heard >= this.#holdBack * sampleRate)) this.#running = true;
    const gap = this.#running && !wasRunning ? this.#gap : undefined;
    if (this.#running) {
      this.#gap = undefined;
      const filled = this.#stretch ? this.#fillStretched(out, this.#stretch) : this.#fill(out);
      if (filled < out.length) {
        if (this.#whole) this.#over = true;
        else this.#ranDry(out.length - filled);
        this.#running = false;
      }
      this.#forget();
      if (this.#fadesIn) fade(out, (share) => share);
      this.#fadesIn = false;
      if (this.#paused && !this.#over) {
        fade(out, (share) => 1 - share);
        this.#fadesIn = true;
        this.#running = false;
      }
    } else if (this.#gap && !holds) this.#gap.frames += out.length;
    if (this.#stopping) {
      // Silent within one quantum, but not by a jump, which would be heard as a click.
      fade(out, (share) => 1 - share);
      this.#over = true;
    }
    for (const other of channels.slice(1)) other.set(out);
    this.#meter.push(out);
    const tells = gap !== undefined || this.#running !== wasRunning;
    if (this.#over || tells || currentFrame - this.#lastReport >= reportEvery) this.#report(out.length, gap);
    return !this.#over;
  }

  #report(frames: number, gap: Gap | undefined): void {
    this.#lastReport = currentFrame;
    const where = {
      played: this.#heard,
      frame: currentFrame + frames,
      running: this.#running,
      ended: this.#over,
      level: this.#meter.read(this.#over),
      resets: this.#resets,
    };
    this.port.postMessage(gap ? { ...where, gap } : where);
  }

  #ranDry(frames: number): void {
    this.#gap = { after: this.#heard, frames, late: !this.#waits };
    if (!this.#waits) this.#holdBack = Math.min(this.#holdBack * 2, startAfterAtMost);
  }

  #keep(wanted: number): void {
    // What the stretcher has taken in comes out of it no more: it is read again, as far as it is kept.
    if (this.#stretch && (this.#flushed || this.#read > wanted)) this.#setRate(this.#rate);
    const kept = Math.min(this.#came, Math.max(wanted, this.#read));
    this.#chunks = this.#chunks.flatMap(({ samples, start }) =>
      start < kept ? [{ samples: samples.subarray(0, kept - start), start }] : [],
    );
    this.#came = kept;
    this.#whole = false;
    this.port.postMessage({ kept });
  }

  #setRate(rate: number): void {
    this.#rate = rate;
    // What the stretcher had taken in and not given out is read again, so that nothing is skipped.
    this.#read = this.#heard;
    this.#flushed = false;
    this.#stretch = undefined;
    if (rate === 1) return;
    this.#stretch = new Stretch({ sampleRate, createBuffers: true });
    this.#stretch.quickSeek = true;
    this.#stretch.tempo = rate;
  }

  /** Samples as they came; how many there were. */
  #fill(out: Float32Array): number {
    const filled = this.#take(out.length, (index, value) => {
      out[index] = value;
    });
    this.#heard = this.#read;
    return filled;
  }

  #fillStretched(out: Float32Array, stretch: Stretch): number {
    const { inputBuffer, outputBuffer } = stretch;
    if (!inputBuffer || !outputBuffer) return 0;
    while (outputBuffer.frameCount < out.length) {
      const pairs = this.#pairs;
      let taken = this.#take(feed, (index, value) => {
        pairs[index * 2] = value;
        pairs[index * 2 + 1] = value;
      });
      if (taken === 0) {
        if (!this.#whole || this.#flushed) break;
        // The last of the sound is only given out once as much comes after it.
        this.#flushed = true;
        for (let given = 0; given < stretch.inputChunkSize; given += feed) inputBuffer.putSamples(pairs.fill(0), 0, feed);
        taken = feed;
      } else inputBuffer.putSamples(pairs, 0, taken);
      stretch.process();
    }
    const count = Math.min(out.length, outputBuffer.frameCount);
    const pairs = new Float32Array(count * 2);
    outputBuffer.extract(pairs, 0, count);
    outputBuffer.receive(count);
    for (let index = 0; index < count; index += 1) out[index] = pairs[index * 2] ?? 0;
    const inside = inputBuffer.frameCount + outputBuffer.frameCount * this.#rate;
    this.#heard = this.#flushed ? this.#read : Math.max(this.#heard, Math.floor(this.#read - inside));
    return count;
  }

  /** Hands on at most `count` samples from where reading is; answers with how many. */
  #take(count: number, give: (index: number, value: number) => void): number {
    let given = 0;
    for (const { samples, start } of this.#chunks) {
      const end = start + samples.length;
      if (end <= this.#read) continue;
      const from = this.#read - start;
      const length = Math.min(count - given, samples.length - from);
      for (let index = 0; index < length; index += 1) give(given + index, (samples[from + index] ?? 0) / 32_768);
      given += length;
      this.#read += length;
      if (given === count) break;
    }
    return given;
  }

  #forget(): void {
    let gone = 0;
    for (const { samples, start } of this.#chunks) {
      if (start + samples.length > this.#heard) break;
      gone += 1;
    }
    if (gone > 0) this.#chunks.splice(0, gone);
  }
}

/** Changes the level within one quantum; `levelAt` gets the share of it that has passed, up to 1. */
function fade(out: Float32Array, levelAt: (share: number) => number): void {
  for (let index = 0; index < out.length; index += 1) out[index] = (out[index] ?? 0) * levelAt((index + 1) / out.length);
}

registerProcessor('voicewright-program', ProgramPlayer);
