// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../local-service/sound/espeak-ng.d.ts" />
import initialise, { type EngineEvent, type EngineWorker } from '@echogarden/espeak-ng-emscripten';
import { FrameMeter, onlyOne, type Frames } from './frames.ts';
import type { Report } from './progress.ts';

/** Languages that words are aligned in (BCP 47, first part), and the voice of eSpeak NG that speaks the reference. */
const voices = new Map(Object.entries({ en: 'en-us', de: 'de', es: 'es', fr: 'fr', hi: 'hi' }));

/** Whether words of a language can be aligned. `language`: a BCP 47 tag. */
export const canAlign = (language: string): boolean => voiceFor(language) !== undefined;

const voiceFor = (language: string): string | undefined => voices.get(language.toLowerCase().split('-')[0] ?? '');

/** The place of each token in a sound. */
interface Places {
  /** Samples. */
  length: number;
  sampleRate: number;
  /** Where each token begins, in milliseconds; never backwards. */
  starts: number[];
  /** What it is made of: eSpeak NG's name of each phoneme, and where it begins, in milliseconds; a pause has no name. */
  phones: Phone[];
}

/** Mono sound, from -1 to 1, and the place of each token in it. */
interface SpokenText extends Places {
  samples: Float32Array;
}

/** What a recording is compared with. */
export interface ReferenceSpeech extends Places {
  frames: Frames;
  /** The sound, in 16 bits; that of a long text is spoken again each time. */
  sound: () => Iterable<Int16Array>;
}

interface SpokenChunk extends Omit<Places, 'sampleRate'> {
  pieces: Int16Array[];
}

interface Phone {
  name: string;
  startMs: number;
  /** Index of the token that it belongs to. */
  token: number;
}

/** Seconds of a reference's sound that are held: it is measured in several ways. */
const keptSeconds = 600;
/** Characters and tokens that are spoken in one call: the engine's own buffer for a clause ends at about 800 bytes. */
const chunk = { characters: 240, tokens: 40 } as const;
const sentenceEnd = /[.!?…।]["'”’»)\]]*$/u;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Speaks texts with known word times. Calls are synchronous: about a three-hundredth of the sound's length. For a thread of its own. */
export class ReferenceVoice {
  readonly #engine: EngineWorker;

  private constructor(engine: EngineWorker) {
    this.#engine = engine;
  }

  static async start(): Promise<ReferenceVoice> {
    const module = await initialise();
    return new ReferenceVoice(new module.eSpeakNGWorker());
  }

  /** `tokens`: the whitespace tokens of a text. Throws `RangeError` for a language that is not known. */
  speak(tokens: readonly string[], language: string): SpokenText {
    const pieces: Int16Array[] = [];
    const places = this.#speakAll(tokens, language, (some) => pieces.push(...some));
    return { ...places, samples: join(pieces, places.length) };
  }

  /** As `speak`, without holding the sound of a long text. */
  speakReference(tokens: readonly string[], language: string, report: Report = () => undefined): ReferenceSpeech {
    const meter = new FrameMeter(this.#engine.samplerate);
    const lengths: number[] = [];
    let [kept, length, spoken] = [[] as Int16Array[] | undefined, 0, 0];
    const places = this.#speakAll(tokens, language, (pieces, { starts, length: more }) => {
      for (const piece of pieces) meter.push(piece);
      lengths.push(more);
      length += more;
      if (length > keptSeconds * this.#engine.samplerate) kept = undefined;
      kept?.push(...pieces);
      report((spoken += starts.length) / tokens.length);
    });
    return { ...places, frames: onlyOne(meter.finish()), sound: () => kept ?? this.#speakAgain(tokens, language, lengths) };
  }

  /** The engine never speaks a text twice in quite the same time: each chunk is brought to the length that it had, which differs by milliseconds. */
  *#speakAgain(tokens: readonly string[], language: string, lengths: readonly number[]): Generator<Int16Array> {
    this.#setVoice(language);
    let index = 0;
    for (const part of intoChunks(tokens)) {
      let left = lengths[index++] ?? 0;
      for (const piece of this.#speakChunk(part).pieces) {
        yield piece.subarray(0, left);
        left = Math.max(0, left - piece.length);
      }
      yield new Int16Array(left);
    }
  }

  #setVoice(language: string): void {
    const voice = voiceFor(language);
    if (voice === undefined) throw new RangeError(`There is no reference voice for ${language}.`);
    if (this.#engine.set_voice(voice) !== 0) throw new Error(`The engine has no voice ${voice}.`);
    this.#engine.rate = 175;
    this.#engine.pitch = 50;
  }

  #speakAll(tokens: readonly string[], language: string, take: (pieces: Int16Array[], chunk: SpokenChunk) => void): Places {
    this.#setVoice(language);
    const starts: number[] = [];
    const phones: Phone[] = [];
    let length = 0;
    for (const part of intoChunks(tokens)) {
      const before = starts.length;
      const offsetMs = (length / this.#engine.samplerate) * 1000;
      const spoken = this.#speakChunk(part);
      take(spoken.pieces, spoken);
      length += spoken.length;
      for (const start of spoken.starts) starts.push(offsetMs + start);
      for (const { name, startMs, token } of spoken.phones) phones.push({ name, startMs: offsetMs + startMs, token: before + token });
    }
    return { length, sampleRate: this.#engine.samplerate, starts, phones };
  }

  #speakChunk(tokens: readonly string[]): SpokenChunk {
    const { markup, places } = markUp(tokens);
    const pieces: Int16Array[] = [];
    const events: EngineEvent[] = [];
    this.#engine.synthesize(markup, (samples, heard) => {
      if (samples !== undefined) pieces.push(samples.slice());
      events.push(...heard);
      return false;
    });
    const length = pieces.reduce((sum, { length: more }) => sum + more, 0);
    const phones = events.flatMap(({ type, id, audio_position: startMs, text_position: position }) => {
      if (type !== 'phoneme') return [];
      const token = places.findLastIndex(({ first }) => first <= position);
      return [{ name: String(id).replace(/[ˈˌ]/gu, ''), startMs, token: Math.max(0, token) }];
    });
    return { pieces, length, starts: findStarts(places, events, (length / this.#engine.samplerate) * 1000), phones };
  }
}

interface Place {
  /** In the markup, in code points counted from 1: first and last. */
  first: number;
  last: number;
  isSpoken: boolean;
  length: number;
}

/** A mark before every token. Quotation marks and brackets are left out: the engine would name some of them. */
function markUp(tokens: readonly string[]): { markup: string; places: Place[] } {
  let markup = '<speak>';
  const places = tokens.map((token, index) => {
    const spoken = token.replace(/[^\p{L}\p{M}\p{N}.,;:!?'’%+°$€£@/-]/gu, '').replace(/[&<>]/gu, (sign) => escapes[sign] ?? '');
    markup += `<mark name="${index}"/>`;
    const first = Array.from(markup).length + 1;
    markup += `${spoken} `;
    const length = Array.from(spoken).length;
    return { first, last: first + length, isSpoken: /[\p{L}\p{N}]/u.test(spoken), length };
  });
  return { markup: `${markup.trimEnd()}</speak>`, places };
}

/**
 * The engine drops a mark at the beginning of a clause, where its word event says the time instead. What neither says is interpolated by length,
 * and so are words that it speaks as one ("of the").
 */
function findStarts(places: readonly Place[], events: readonly EngineEvent[], wholeMs: number): number[] {
  const starts = places.map(({ first, last }, index) => {
    const mark = events.find(({ type, id }) => type === 'mark' && Number(id) === index);
    const word = events.find(
      (event) => event.type === 'word' && event.word_length > 0 && event.text_position >= first && event.text_position <= last,
    );
    return (mark ?? word)?.audio_position;
  });
  starts[0] ??= 0;
  let next = Infinity;
  const rising = starts.toReversed().map((start, index) => {
    // Of words that are spoken as one the last has the time.
    if (start === undefined || (start >= next && index < starts.length - 1)) return undefined;
    return (next = Math.min(next, start));
  });
  return fillGaps(rising.toReversed(), places, wholeMs);
}

/** Shares the time from the start before a gap to the start behind it among the tokens by their length. */
function fillGaps(starts: readonly (number | undefined)[], places: readonly Place[], wholeMs: number): number[] {
  const filled: number[] = [];
  for (let index = 0; index < starts.length; index++) {
    const known = starts[index];
    if (known !== undefined) {
      filled.push(known);
      continue;
    }
    let next = index;
    while (next < starts.length && starts[next] === undefined) next++;
    const from = filled[index - 1] ?? 0;
    const lengths = places.slice(Math.max(0, index - 1), next).map(({ length }) => length);
    const total = Math.max(
      1,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    let passed = 0;
    for (const length of lengths.slice(0, -1)) {
      passed += length;
      filled.push(from + (((starts[next] ?? wholeMs) - from) * passed) / total);
    }
    index = next - 1;
  }
  return filled;
}

/** At the ends of sentences; a longer sentence after so many tokens. */
function* intoChunks(tokens: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  let characters = 0;
  for (const token of tokens) {
    part.push(token);
    characters += token.length + 1;
    if (!sentenceEnd.test(token) && characters < chunk.characters && part.length < chunk.tokens) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

function join(pieces: readonly Int16Array[], length: number): Float32Array {
  const all = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) for (const sample of piece) all[at++] = sample / 32_768;
  return all;
}
