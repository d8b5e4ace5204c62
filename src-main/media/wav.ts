import { fail } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Reading WAV as it arrives. */

export interface MonoChunk {
  samples: Float32Array;
  rate: number;
}

interface WavFormat {
  kind: 'integer' | 'float';
  bits: number;
  channels: number;
  rate: number;
  frameBytes: number;
}

const tagPcm = 1;
const tagFloat = 3;
const tagExtensible = 0xfffe;
/** No chunk before the sound is larger than this in a file that is one. */
const maximumChunkBytes = 1024 * 1024;
/** Lengths that writers leave behind when they stream and cannot know: 0, or all ones. */
const unknownLengths = new Set([0, 0xffffffff]);

/** Incremental: any split of the bytes gives the same samples. Several channels become one, their mean. */
export class WavReader {
  #rest: Uint8Array = new Uint8Array(0);
  #state: 'riff' | 'chunk' | 'skip' | 'sound' | 'end' = 'riff';
  #format: WavFormat | undefined;
  /** Bytes left of the chunk that is being skipped or played. */
  #left = 0;

  /** Fails with `unsupported-media` when this is not a WAV, or one of an encoding that has no decoder here. */
  push(bytes: Uint8Array): MonoChunk[] {
    const all = this.#rest.byteLength === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const chunks: MonoChunk[] = [];
    let at = 0;
    const available = (): number => all.byteLength - at;
    for (;;) {
      if (this.#state === 'riff') {
        if (available() < 12) break;
        const name = tag(view, at);
        if ((name !== 'RIFF' && name !== 'RF64') || tag(view, at + 8) !== 'WAVE') throw notWav(message('sound.wavStart'));
        at += 12;
        this.#state = 'chunk';
      } else if (this.#state === 'chunk') {
        if (available() < 8) break;
        const name = tag(view, at);
        const length = view.getUint32(at + 4, true);
        if (name === 'data') {
          if (!this.#format) throw notWav(message('sound.wavFormatAfterSound'));
          at += 8;
          this.#left = unknownLengths.has(length) ? Infinity : length;
          this.#state = 'sound';
        } else if (name === 'fmt ') {
          if (length < 16 || length > maximumChunkBytes) throw notWav(message('sound.wavFormatLength'));
          if (available() < 8 + length + (length & 1)) break;
          this.#format = formatOf(view, at + 8, length);
          at += 8 + length + (length & 1);
        } else {
          if (length > maximumChunkBytes && !this.#format) throw notWav(message('sound.wavChunk'));
          at += 8;
          this.#left = length + (length & 1);
          this.#state = 'skip';
        }
      } else if (this.#state === 'skip') {
        const skipped = Math.min(this.#left, available());
        at += skipped;
        this.#left -= skipped;
        if (this.#left > 0) break;
        this.#state = 'chunk';
      } else if (this.#state === 'sound' && this.#format) {
        const frame = this.#format.frameBytes;
        const usable = Math.min(this.#left, available());
        const whole = usable - (usable % frame);
        if (whole > 0) chunks.push({ samples: toMono(view, at, whole / frame, this.#format), rate: this.#format.rate });
        at += whole;
        this.#left -= whole;
        if (this.#left >= frame) break;
        this.#state = 'end';
      } else {
        at = all.byteLength; // whatever stands behind the sound
        break;
      }
    }
    this.#rest = all.slice(at);
    return chunks;
  }
}

function tag(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function notWav(reason: Message): Error {
  return fail('unsupported-media', message('sound.notWav', reason));
}

function formatOf(view: DataView, at: number, length: number): WavFormat {
  const basic = view.getUint16(at, true);
  const code = basic === tagExtensible && length >= 26 ? view.getUint16(at + 24, true) : basic;
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  const kind = code === tagPcm ? 'integer' : code === tagFloat ? 'float' : undefined;
  const fits = kind === 'float' ? bits === 32 || bits === 64 : bits === 8 || bits === 16 || bits === 24 || bits === 32;
  if (!kind || !fits) throw notWav(message('sound.wavEncoding', code, bits));
  if (channels < 1 || channels > 32) throw notWav(message('sound.wavChannels', channels));
  if (rate < 4_000 || rate > 192_000) throw notWav(message('sound.wavRate', rate));
  return { kind, bits, channels, rate, frameBytes: channels * (bits / 8) };
}

function toMono(view: DataView, start: number, frames: number, format: WavFormat): Float32Array {
  const read = sampleReader(view, format);
  const width = format.bits / 8;
  const mono = new Float32Array(frames);
  let at = start;
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1, at += width) sum += read(at);
    mono[frame] = sum / format.channels;
  }
  return mono;
}

function sampleReader(view: DataView, { kind, bits }: WavFormat): (at: number) => number {
  if (kind === 'float') {
    const raw = bits === 32 ? (at: number) => view.getFloat32(at, true) : (at: number) => view.getFloat64(at, true);
    return (at) => {
      const value = raw(at);
      return Number.isFinite(value) ? value : 0; // one such sample would silence the resampler for good
    };
  }
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32_768;
  if (bits === 24) return (at) => (view.getUint8(at) | (view.getInt16(at + 1, true) << 8)) / 8_388_608;
  return (at) => view.getInt32(at, true) / 2_147_483_648;
}
