import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Tools } from './tools.ts';

export const sampleRate = 24_000;
export type SoundFormat = 'mp3' | 'wav' | 'ogg' | 'opus' | 'pcm';

export interface Word {
  text: string;
  startMs: number;
  endMs: number;
}

/** Mono, 16 bit, little endian, 24 kHz. `words` lie within it, in order. */
export interface Sound {
  pcm: Buffer;
  durationMs: number;
  words: Word[];
}

interface SpeakOrder {
  text: string;
  /** Any string; the same one always sounds the same. */
  voice: string;
  speed: number;
  /** In decibels. */
  volume: number;
}

const types: Record<SoundFormat, string> = { mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', opus: 'audio/ogg', pcm: 'audio/pcm' };
const encoders: Record<'mp3' | 'ogg' | 'opus', readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  ogg: ['-c:a', 'libvorbis', '-q:a', '2', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg'],
};
const longestSpoken = 300;
const cacheLimit = 64 * 1024 * 1024;

export function contentType(format: SoundFormat): string {
  return types[format];
}

/** Speaks with the flite voice of ffmpeg where the build has it and the text is short, else hums a tone for each word. */
export class SoundMaker {
  private readonly tools: Tools;
  private readonly speech: 'flite' | 'tones';
  private readonly cache = new Map<string, Buffer>();
  private cached = 0;
  private readonly texts = new Map<string, string>();

  constructor(tools: Tools, speech: 'flite' | 'tones') {
    this.tools = tools;
    this.speech = speech;
  }

  async speak(order: SpeakOrder): Promise<Sound> {
    const plain = order.text.length <= longestSpoken && /[A-Za-z]/.test(order.text) && /^[\x20-\x7e\s]*$/.test(order.text);
    if (this.speech === 'flite' && plain) {
      const key = `speech ${JSON.stringify(order)}`;
      const pcm = this.cache.get(key) ?? (await this.flite(order).catch(() => undefined));
      if (pcm !== undefined && pcm.length > sampleRate / 5) {
        this.remember(key, pcm);
        return { pcm, durationMs: lengthMs(pcm), words: spreadWords(order.text, lengthMs(pcm)) };
      }
    }
    return hum(order);
  }

  /** The sound in a format. The text is remembered, so that a transcription of these very bytes finds it. */
  async encode(sound: Sound, format: SoundFormat, text: string): Promise<Buffer> {
    const result = await this.encoded(sound.pcm, format);
    this.texts.set(createHash('sha256').update(result).digest('hex'), text);
    if (this.texts.size > 500) this.texts.delete(this.texts.keys().next().value ?? '');
    return result;
  }

  findText(bytes: Buffer): string | undefined {
    return this.texts.get(createHash('sha256').update(bytes).digest('hex'));
  }

  private async encoded(pcm: Buffer, format: SoundFormat): Promise<Buffer> {
    if (format === 'pcm') return pcm;
    if (format === 'wav') return Buffer.concat([wavHeader(pcm.length), pcm]);
    const key = `${format} ${createHash('sha256').update(pcm).digest('hex')}`;
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
    const result = await this.tools.run('ffmpeg', [...input, ...encoders[format], 'pipe:1'], pcm);
    this.remember(key, result);
    return result;
  }

  private async flite(order: SpeakOrder): Promise<Buffer> {
    const voices = ['slt', 'rms', 'awb', 'kal16'];
    const voice = voices[hashText(order.voice) % voices.length] ?? 'slt';
    const path = await this.tools.temporary('txt');
    const result = await this.tools.temporary('pcm');
    await writeFile(path, order.text);
    const change = `atempo=${order.speed},volume=${order.volume}dB`;
    const source = ['-f', 'lavfi', '-i', `flite=textfile=${path}:voice=${voice}`];
    await this.tools.run('ffmpeg', [...source, '-af', change, '-ar', String(sampleRate), '-ac', '1', '-f', 's16le', result]);
    const pcm = await readFile(result);
    await Promise.all([rm(path, { force: true }), rm(result, { force: true })]);
    return pcm;
  }

  private remember(key: string, value: Buffer): void {
    if (this.cache.has(key)) return;
    this.cache.set(key, value);
    this.cached += value.length;
    for (const [oldest, bytes] of this.cache) {
      if (this.cached <= cacheLimit) break;
      this.cache.delete(oldest);
      this.cached -= bytes.length;
    }
  }
}

export function hashText(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0);
}

/** The header of a WAV file; without a length, that of one that is still being written. */
export function wavHeader(length?: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(length === undefined ? 0xffffffff : length + 36, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(length ?? 0xffffffff, 40);
  return header;
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Gives each word the share of the time that its letters have in the text. */
export function spreadWords(text: string, durationMs: number): Word[] {
  const words = splitWords(text);
  const total = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const startMs = Math.floor((before / total) * durationMs);
    before += word.length + 1;
    const endMs = Math.max(startMs + 1, Math.floor(((before - 1) / total) * durationMs));
    return { text: word, startMs, endMs };
  });
}

function lengthMs(pcm: Buffer): number {
  return Math.floor((pcm.length / 2 / sampleRate) * 1000);
}

/** A tone of its own for each word, 60 ms a character and 60 ms between words, at speed 1. */
function hum(order: SpeakOrder): Sound {
  const characterMs = 60 / order.speed;
  const gain = 0.2 * 10 ** (Math.min(6, order.volume) / 20);
  const words: Word[] = [];
  let at = 0;
  for (const text of splitWords(order.text)) {
    words.push({ text, startMs: Math.round(at), endMs: Math.round(at + text.length * characterMs) });
    at += (text.length + 1) * characterMs;
  }
  const durationMs = Math.max(120, Math.round(at));
  const samples = new Int16Array(Math.ceil((durationMs / 1000) * sampleRate));
  for (const word of words) {
    const first = Math.floor((word.startMs / 1000) * sampleRate);
    const last = Math.floor((word.endMs / 1000) * sampleRate);
    const step = (2 * Math.PI * (160 + (hashText(order.voice + word.text) % 240))) / sampleRate;
    for (let index = first; index < last; index += 1) {
      const edge = Math.min(1, (index - first) / 240, (last - index) / 240);
      samples[index] = Math.round(Math.sin(step * (index - first)) * gain * edge * 32_767);
    }
  }
  const pcm = Buffer.from(samples.buffer);
  return { pcm, durationMs: lengthMs(pcm), words };
}
