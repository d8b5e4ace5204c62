import { type ModelSound, type SpeakQuestion } from '../models/model-order.ts';
import { ModelSounds, questionFor } from '../models/model-sound.ts';
import { encoderDelayMs, startEncoder, type SoundFormat } from './encode.ts';
import { sampleRate, type EngineVoice } from './engine.ts';
import { type Engines } from './engines.ts';
import { Listener, markedBreath, type Span } from './marks.ts';
import { breathsOf, chunksOf, type Chunk } from './tokens.ts';

/** One speech to be made, all rules applied. */
export interface SpeechOrder<Format extends SoundFormat = SoundFormat> {
  text: string;
  voice: EngineVoice;
  format: Format;
  /** Decibels added to the engine's own loudness. */
  gain: number;
  /** 0.5 to 2: pauses between sentences shrink and grow with the speech. */
  speed: number;
  /** Whether digits are read as numbers. */
  normalise: boolean;
}

export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/**
 * What comes out, in order. `words` of one chunk may come several times, each replacing the one before; the last of them is
 * `final` and has exactly one word for each whitespace token of the chunk. Times are milliseconds from the start of the audio. `guessed`
 * are the indexes of spoken words that the engine gave no place for: theirs lies between their neighbours'.
 */
export type SpeechPiece =
  | { kind: 'audio'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'words'; chunk: number; final: boolean; startMs: number; endMs: number; words: SpokenWord[]; guessed: number[] }
  | { kind: 'done'; durationMs: number };

export interface SpeechSink {
  /** Called from within the engine: must not wait. */
  give(piece: SpeechPiece): void;
  /** Awaited before each piece of work: turns, back pressure and cancellation (by rejecting) happen here. */
  room(): Promise<void>;
  /** What a model says. Others work meanwhile, as in {@link room}. */
  ask(question: SpeakQuestion): Promise<ModelSound>;
}

const perMs = sampleRate / 1000;
/** Silence that is left behind the last sound of a chunk, so that nothing is clipped. */
const tailMs = 100;
/** Length of what has no sound at all, such as a text of dots. */
const silentMs = 150;
const packetSamples = Math.round(sampleRate / 10);
/** Words are reported when at least so many new ones are known. */
const tellEvery = 6;

/** So much of a speech is encoded while the engine speaks, as somebody waits for it; the rest in pieces of this length, by turns. */
const pieceSamples = sampleRate;

/** Speaks a text sentence by sentence; everything it makes leaves through the sink while it is made. */
export async function speak(engines: Engines, order: SpeechOrder, sink: SpeechSink): Promise<void> {
  await engines.prepare(order.voice);
  await sink.room();
  const encoder = await startEncoder(order.format);
  const delay = encoderDelayMs[order.format];
  const gain = 10 ** (order.gain / 20);
  let written = 0;
  const encode = (samples: Int16Array) => {
    const bytes = encoder.encode(gain === 1 ? samples : louder(samples, gain));
    if (bytes.length > 0) sink.give({ kind: 'audio', bytes });
  };
  const waiting: Int16Array[] = [];
  const write = (samples: Int16Array) => {
    if (samples.length === 0) return;
    written += samples.length;
    if (written > pieceSamples || waiting.length > 0) waiting.push(samples);
    else encode(samples);
  };
  const catchUp = async () => {
    // Few large pieces: each of them is an event, a message and a write for everybody on its way.
    const pieces = joined(waiting.splice(0), pieceSamples);
    for (const [index, samples] of pieces.entries()) {
      if (index > 0) await sink.room();
      encode(samples);
    }
  };

  const chunks = chunksOf(order.text, order.normalise, engines.comfort(order.voice));
  for (const [index, chunk] of chunks.entries()) {
    const before = index === 0 ? 0 : Math.max(0, (chunks[index - 1]?.pauseMs ?? 0) / order.speed - tailMs);
    write(new Int16Array(Math.round(before * perMs)));
    await speakChunk(engines, order, index, chunk, sink, { write, catchUp, nowMs: () => written / perMs, delay });
  }
  if (chunks.length === 0) write(new Int16Array(Math.round(silentMs * perMs)));
  const rest = await encoder.end();
  if (rest.length > 0) sink.give({ kind: 'audio', bytes: rest });
  sink.give({ kind: 'done', durationMs: Math.round(written / perMs) });
}

/** The same samples in pieces of so many at least, but for the last. */
function joined(parts: readonly Int16Array[], atLeast: number): Int16Array[] {
  const pieces: Int16Array[] = [];
  let from = 0;
  let length = 0;
  for (const [index, part] of parts.entries()) {
    length += part.length;
    if (length < atLeast && index < parts.length - 1) continue;
    const piece = new Int16Array(length);
    let at = 0;
    for (const one of parts.slice(from, index + 1)) {
      piece.set(one, at);
      at += one.length;
    }
    pieces.push(piece);
    from = index + 1;
    length = 0;
  }
  return pieces;
}

interface Track {
  write: (samples: Int16Array) => void;
  /** Encodes what was written and has waited. */
  catchUp: () => Promise<void>;
  nowMs: () => number;
  delay: number;
}

async function speakChunk(
  engines: Engines,
  order: SpeechOrder,
  index: number,
  chunk: Chunk,
  sink: SpeechSink,
  track: Track,
): Promise<void> {
  const startMs = track.nowMs();
  const spans: (Span | undefined)[] = chunk.tokens.map(() => undefined);
  const tell = (final: boolean, tokens: number, endMs: number) => {
    const words = wordsOf(chunk.tokens.slice(0, tokens), spans, startMs, endMs, track.delay);
    const [from, to] = [whole(startMs, track.delay), whole(endMs, track.delay)];
    sink.give({ kind: 'words', chunk: index, final, startMs: from, endMs: to, words, guessed: final ? [...guessed] : [] });
  };
  const guessed = new Set<number>();
  const breaths = breathsOf(chunk);
  let reported = 0;
  let endMs = startMs;
  for (const [place, breath] of breaths.entries()) {
    if (index > 0 || place > 0) await sink.room();
    const marked = markedBreath(breath.map((piece) => piece.text));
    const listener = new Listener(marked);
    const breathStart = track.nowMs();
    const enter = (heardMs: number, pieces: number) =>
      listener.spans(heardMs).forEach((span, piece) => {
        const token = breath[piece]?.token;
        if (token === undefined || piece >= pieces) return;
        // A token of several pieces, perhaps of several breaths, begins with its first and ends with its last.
        const begun = breath[piece - 1]?.token === token || (piece === 0 && breaths[place - 1]?.at(-1)?.token === token);
        const first = begun ? (spans[token]?.startMs ?? breathStart) : breathStart + span.startMs;
        spans[token] = { startMs: first, endMs: breathStart + span.endMs };
      });

    const held = new Held();
    const pieces = breath.map((piece) => piece.text);
    await sayBreath(engines, order.voice, { markup: marked.markup, pieces }, sink, (samples, events) => {
      listener.hear(events);
      held.push(samples);
      held.release(Math.round(listener.soundingMs * perMs), track.write);
      const known = breath[listener.settled]?.token ?? 0;
      if (known - reported >= tellEvery) {
        reported = known;
        enter(held.heard / perMs, listener.settled);
        tell(false, known, breathStart + held.heard / perMs);
      }
    });
    const soundEnd = listener.soundEnd(held.heard / perMs);
    const spokenMs = soundEnd === 0 ? silentMs : soundEnd;
    const last = place === breaths.length - 1;
    held.end(Math.round((spokenMs + (soundEnd === 0 || !last ? 0 : tailMs)) * perMs), track.write);
    enter(spokenMs, breath.length);
    breath.forEach(({ token }, piece) => {
      // A model says nothing about its words: that the first one begins the sound is not known either where silence was cut.
      const isMeasured = order.voice.model === undefined && listener.isMeasured(piece);
      if (!isMeasured && breath[piece - 1]?.token !== token) guessed.add(token);
    });
    endMs = breathStart + spokenMs;
    await track.catchUp();
  }
  if (breaths.length === 0) {
    track.write(new Int16Array(Math.round(silentMs * perMs)));
    await track.catchUp();
    endMs = startMs + silentMs;
  }
  tell(true, chunk.tokens.length, endMs);
}

const modelSounds = new ModelSounds();

/** By the engine of the voice, in this thread; or by its model, which is asked. */
async function sayBreath(
  engines: Engines,
  voice: EngineVoice,
  breath: Parameters<Engines['speak']>[1],
  sink: SpeechSink,
  give: Parameters<Engines['speak']>[2],
): Promise<void> {
  const { model } = voice;
  if (model === undefined) {
    engines.speak(voice, breath, give);
    return;
  }
  // The package ends its process for a text without a word.
  if (!breath.pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece))) return;
  const { samples, events } = await modelSounds.convert(await sink.ask(questionFor(model, voice, breath.pieces)), model, voice);
  give(samples, events);
}

const whole = (ms: number, delay: number) => Math.round(ms) + delay;

/** One word for each token; those without a sound of their own take what lies between their neighbours. */
function wordsOf(
  tokens: Chunk['tokens'],
  spans: readonly (Span | undefined)[],
  startMs: number,
  endMs: number,
  delay: number,
): SpokenWord[] {
  let floor = startMs;
  return tokens.map((token, index) => {
    const span = spans[index];
    let from: number;
    let to: number;
    if (span === undefined) {
      const following = tokens.findIndex((_, later) => later > index && spans[later] !== undefined);
      const silentRun = (following < 0 ? tokens.length : following) - index;
      const until = Math.max(floor, following < 0 ? endMs : (spans[following]?.startMs ?? endMs));
      from = floor;
      to = floor + (until - floor) / silentRun;
    } else {
      from = Math.max(floor, span.startMs);
      to = Math.max(from, span.endMs);
    }
    to = Math.min(Math.max(endMs, from), to);
    floor = to;
    return { text: token.text, startMs: whole(from, delay), endMs: whole(to, delay) };
  });
}

/** Louder or softer; what would overshoot is bent instead of cut. */
function louder(samples: Int16Array, gain: number): Int16Array {
  const knee = 0.8;
  return samples.map((sample) => {
    const value = (sample / 32_768) * gain;
    const size = Math.abs(value);
    const bent = size <= knee ? size : knee + (1 - knee) * Math.tanh((size - knee) / (1 - knee));
    return Math.round(Math.sign(value) * bent * 32_767);
  });
}

/**
 * Samples of a breath. Only what lies before a sound that is known to follow is let go at once: the rest may turn out to be the engine's
 * own closing silence, which is cut.
 */
class Held {
  heard = 0;
  #released = 0;
  #waiting: Int16Array[] = [];

  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.heard += samples.length;
    this.#waiting.push(samples);
  }

  release(until: number, write: (samples: Int16Array) => void): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (this.#released + first.length > until) return;
      this.#waiting.shift();
      this.#released += first.length;
      write(first);
    }
  }

  /** Writes what was held back, cut or lengthened by silence so that the breath has this many samples. */
  end(samples: number, write: (samples: Int16Array) => void): void {
    let missing = samples - this.#released;
    for (const waiting of this.#waiting) {
      if (missing <= 0) break;
      write(waiting.subarray(0, missing));
      missing -= waiting.length;
    }
    for (; missing > 0; missing -= packetSamples) write(new Int16Array(Math.min(packetSamples, missing)));
    this.#waiting = [];
  }
}
