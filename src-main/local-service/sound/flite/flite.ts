// An ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./web-assembly.d.ts" />
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { Brightness } from '../brightness.ts';
import { sampleRate, type EngineEvent, type EngineVoice } from '../engine.ts';
import { fliteRate } from './flite-rate.ts';
import { type FliteProgram, readFliteProgram } from './flite-program.ts';
import { VoiceFiles } from './voice-files.ts';
import { fliteVoiceOf, type FliteVoice } from './flite-voices.ts';
import { spokenWords } from './spoken-words.ts';
import { pause, readPhones, wordOfPhones, type Phone } from './word-phones.ts';

/** Words a minute of Flite's voices as they were recorded, on the scale of the other engine's. */
const ownRate = 165;
/** Words whose phones are known; the oldest goes. */
const wordsKept = 20_000;
/** What is given at a time: a tenth of a second. */
const packetSamples = sampleRate / 10;
const soundFile = 'sound.wav';
const textFile = 'text.txt';
/** What a voice of a file is called in the program's own file system. */
const voiceFile = 'voice.flitevox';
/** Silence that is left before the first sound. */
const leadMs = 10;
const wavHeadBytes = 44;
/** Where a WAV's head has its sample rate. */
const wavRateAt = 24;

type Converter = Awaited<ReturnType<typeof libsamplerate.create>>;

/**
 * Flite, a speech engine whose voices are made of recordings of people (English alone). It is a program: each call runs it from its beginning, with
 * the memory that it had before its first run, so that equal orders sound equal. Calls are synchronous and take about a thirtieth of the sound's
 * duration.
 */
export class Flite {
  readonly #instance: WebAssembly.Instance;
  readonly #memory: WebAssembly.Memory;
  /** The memory before the first run. */
  readonly #plain: Uint8Array;
  readonly #converter: Converter;
  /** The system that the run in progress sees: files in memory, nothing else. */
  #system: WASI | undefined;
  readonly #files = new VoiceFiles();
  /** Phones of words said alone, the latest used last. */
  readonly #words = new Map<string, readonly string[]>();

  private constructor({ module, memory }: FliteProgram, converter: Converter) {
    const calls = WebAssembly.Module.imports(module).map(({ name }) => [name, (...values: unknown[]) => this.#call(name, values)] as const);
    this.#instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(calls) });
    this.#memory = this.#instance.exports['memory'] as WebAssembly.Memory;
    this.#plain = new Uint8Array(memory);
    this.#converter = converter;
  }

  /** Threads of one process share the program; who gives none reads it. */
  static async start(program?: FliteProgram): Promise<Flite> {
    const converterType = libsamplerate.ConverterType.SRC_SINC_FASTEST;
    const converter = await libsamplerate.create(1, fliteRate, sampleRate, { converterType });
    return new Flite(program ?? (await readFliteProgram()), converter);
  }

  /**
   * Says the pieces of a breath, and gives its samples at {@link sampleRate} with an event for each phone, and then a mark where each piece begins.
   * Pieces that have no sound get no mark.
   */
  speak(voice: EngineVoice, pieces: readonly string[], give: (samples: Int16Array, events: EngineEvent[]) => void): void {
    const flite = fliteVoiceOf(voice);
    if (flite === undefined) throw new Error(`The engine has no voice "${voice.name}"`);
    const words = spokenWords(pieces);
    const text = words.filter((word) => word !== '').join(' ');
    if (text === '') return;
    const { lines, sound } = this.#run([...settings(flite, voice), '-psdur', '-f', `/${textFile}`, '-o', `/${soundFile}`], text, flite);
    const formants = formantsOf(flite, voice);
    const phones = readPhones(lines).map((phone) => ({ ...phone, startMs: phone.startMs / formants, endMs: phone.endMs / formants }));
    const from = Math.max(0, (phones.find(({ name }) => name !== pause)?.startMs ?? 0) - leadMs);
    const samples = this.#samples(sound, formants, (samples, rate) =>
      new Brightness(rate, flite.gain, voice.brightness ?? 0).apply(samples),
    ).subarray(Math.round((from * sampleRate) / 1_000));
    const place = (said: number): number => Math.max(0, said - from);
    give(samples.subarray(0, packetSamples), phonesOf(phones, place));
    for (let at = packetSamples; at < samples.length; at += packetSamples) give(samples.subarray(at, at + packetSamples), []);
    // The sound is on its way while its words are looked for.
    give(new Int16Array(0), marksOf(phones, wordOfPhones(phones, this.#alone(words)), place));
  }

  /** The phones of each word as it is said alone, unknown ones found in one run. */
  #alone(words: readonly string[]): (readonly string[])[] {
    const unknown = [...new Set(words)].filter((word) => word !== '' && !this.#words.has(word));
    if (unknown.length > 0) {
      // A blank line ends an utterance. All voices have the same lexicon; this one is the quickest, and sound that is short and not kept takes less time.
      const said = unknown.map((word) => word.replace(/(?<=\S)[.!?]+(?=\s)/gu, ',')).join('\n\n');
      const { lines } = this.#run(['--setf', 'duration_stretch=0.1', '-ps', '-f', `/${textFile}`, '-o', 'none'], `${said}\n\n`, {
        id: 'kal16',
      });
      unknown.forEach((word, index) =>
        this.#words.set(
          word,
          (lines[index] ?? '').split(' ').filter((name) => name !== '' && name !== pause),
        ),
      );
    }
    const found = words.map((word) => {
      const phones = this.#words.get(word) ?? [];
      if (this.#words.delete(word)) this.#words.set(word, phones);
      return phones;
    });
    for (const oldest of [...this.#words.keys()].slice(0, Math.max(0, this.#words.size - wordsKept))) this.#words.delete(oldest);
    return found;
  }

  /**
   * What a voice file says of a text, as it was recorded or with some of its settings changed. Throws for a file that the engine cannot read, and for one
   * that gives no sound.
   */
  sample(file: string, text: string, features: Readonly<Record<string, number>> = {}): { samples: Float32Array; rate: number } {
    const { sound } = this.#run([...featureOptions(features), '-f', `/${textFile}`, '-o', `/${soundFile}`], text, { id: '', file });
    const samples = floatsOf(sound);
    if (samples.length === 0) throw new Error('The voice gives no sound');
    return { samples, rate: rateOf(sound) };
  }

  #run(options: readonly string[], text: string, voice: Pick<FliteVoice, 'id' | 'file'>): { lines: string[]; sound: Uint8Array } {
    const lines: string[] = [];
    const problems: string[] = [];
    const files = new Map([[textFile, new File(new TextEncoder().encode(text))]]);
    if (voice.file !== undefined) files.set(voiceFile, new File(this.#files.read(voice.file)));
    const descriptors = [
      new OpenFile(new File([])),
      ConsoleStdout.lineBuffered((line) => lines.push(line)),
      ConsoleStdout.lineBuffered((line) => problems.push(line)),
      new PreopenDirectory('/', files),
    ];
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(this.#plain);
    memory.fill(0, this.#plain.length);
    const name = voice.file === undefined ? voice.id : `/${voiceFile}`;
    this.#system = new WASI(['flite', '-voice', name, ...options], [], descriptors, { debug: false });
    try {
      this.#system.start(this.#instance as Parameters<WASI['start']>[0]);
    } finally {
      this.#system = undefined;
    }
    // It would speak with another voice instead.
    if (problems.some((line) => line.startsWith('Error load voice'))) throw new Error('The file is no voice');
    return { lines, sound: files.get(soundFile)?.data ?? new Uint8Array(0) };
  }

  /** A call of the program to its system. */
  #call(name: string, values: readonly unknown[]): unknown {
    const call = this.#system?.wasiImport[name] as ((...values: readonly unknown[]) => unknown) | undefined;
    if (call === undefined) throw new Error(`The engine asks for ${name}, which is not offered`);
    return call(...values);
  }

  /** The sound at {@link sampleRate}, played faster by `formants`: the throat seems smaller, and pitch and pace were asked for accordingly. */
  #samples(wav: Uint8Array, formants: number, shape: (samples: Float32Array, rate: number) => void): Int16Array {
    const floats = floatsOf(wav);
    if (floats.length === 0) return new Int16Array(0);
    const rate = rateOf(wav);
    shape(floats, rate);
    this.#converter.inputSampleRate = Math.round(rate * formants);
    const converted = this.#converter.simple(floats);
    const samples = new Int16Array(converted.length);
    for (let at = 0; at < converted.length; at += 1) samples[at] = Math.round(32_767 * Math.min(1, Math.max(-1, converted[at] ?? 0)));
    return samples;
  }
}

function floatsOf(wav: Uint8Array): Float32Array {
  const own = new Int16Array(wav.slice(wavHeadBytes, wav.length - (wav.length % 2)).buffer);
  const floats = new Float32Array(own.length);
  for (let at = 0; at < own.length; at += 1) floats[at] = (own[at] ?? 0) / 32_768;
  return floats;
}

/** The voices inside have {@link fliteRate}; a voice of a file has what it was recorded at. */
function rateOf(wav: Uint8Array): number {
  const rate = wav.length < wavHeadBytes ? 0 : Buffer.from(wav.buffer, wav.byteOffset, wavHeadBytes).readUInt32LE(wavRateAt);
  return rate >= 8_000 && rate <= 48_000 ? rate : fliteRate;
}

/** In octaves from the voice's own. */
const pitchOf = (voice: EngineVoice): number => (voice.pitch - 50) / 75 + (voice.semitones ?? 0) / 12;

const formantsOf = ({ fixed }: FliteVoice, voice: EngineVoice): number =>
  Math.min(1.4, Math.max(0.7, fixed ? 2 ** pitchOf(voice) : (voice.formants ?? 1)));

/** Pitch, liveliness and pace: the settings of `EngineVoice`, in Flite's units. */
function settings(flite: FliteVoice, voice: EngineVoice): string[] {
  const { hertz, deviation } = flite;
  const formants = formantsOf(flite, voice);
  // Played faster, the sound is higher and shorter.
  const mean = (hertz * 2 ** pitchOf(voice)) / formants;
  const strays = (deviation * (mean / hertz) * Math.min(99, Math.max(0, voice.range))) / 50;
  const stretch = (formants * ownRate) / Math.min(450, Math.max(80, voice.rate));
  return featureOptions({ int_f0_target_mean: mean, int_f0_target_stddev: strays, duration_stretch: stretch });
}

const featureOptions = (features: Readonly<Record<string, number>>): string[] =>
  Object.entries(features).flatMap(([name, value]) => ['--setf', `${name}=${value.toFixed(3)}`]);

const noPlace = { text_position: 0, word_length: 0 };

/** `place` gives where a time of the program lies in the sound. */
const phonesOf = (phones: readonly Phone[], place: (said: number) => number): EngineEvent[] =>
  phones.map(({ name, startMs }) => ({ ...noPlace, type: 'phoneme', audio_position: place(startMs), id: name === pause ? '' : name }));

/** One for each word, at its first phone. */
function marksOf(phones: readonly Phone[], words: readonly number[], place: (said: number) => number): EngineEvent[] {
  let last = -1;
  return phones.flatMap(({ startMs }, index) => {
    const word = words[index] ?? -1;
    if (word <= last) return [];
    last = word;
    return [{ ...noPlace, type: 'mark' as const, audio_position: place(startMs), id: String(word) }];
  });
}
