import type { EngineEvent } from './engine.ts';

/**
 * Where each piece of a breath is heard. The engine is asked for a mark before every piece; it drops a mark that stands at
 * the beginning of a clause of its own, there its word event says where the piece begins. What neither tells is
 * interpolated by length between its neighbours. Pieces that the engine says in one breath of sounds, and times alike ("of the"),
 * share that time by length: what is spoken has one.
 */

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export interface MarkedBreath {
  markup: string;
  /** Position of each piece in the markup, counted in code points from 1 as the engine does: first and last. */
  places: readonly { first: number; last: number; weight: number; spoken: boolean }[];
}

export function markedBreath(pieces: readonly string[]): MarkedBreath {
  let markup = '<speak>';
  let position = markup.length;
  const places = pieces.map((piece, index) => {
    const mark = `<mark name="${index}"/>`;
    const escaped = piece.replace(/[&<>]/gu, (sign) => escapes[sign] ?? sign);
    const length = Array.from(escaped).length;
    const first = position + mark.length + 1;
    markup += `${mark}${escaped} `;
    position += mark.length + length + 1;
    return { first, last: first + length, weight: length, spoken: /[\p{L}\p{N}]/u.test(piece) };
  });
  return { markup: `${markup.trimEnd()}</speak>`, places };
}

export interface Span {
  startMs: number;
  endMs: number;
}

/** What was heard of one breath so far: kept small, as only these events matter. */
export class Listener {
  readonly #places: MarkedBreath['places'];
  readonly #marks: (number | undefined)[];
  readonly #words: (number | undefined)[];
  /** Begin of every sounding phoneme and of every silence, in order. */
  readonly #sounds: { at: number; silent: boolean }[] = [];
  /** Number of leading pieces whose place is settled: all before the latest mark. */
  settled = 0;

  constructor(breath: MarkedBreath) {
    this.#places = breath.places;
    this.#marks = breath.places.map(() => undefined);
    this.#words = breath.places.map(() => undefined);
  }

  hear(events: readonly EngineEvent[]): void {
    for (const event of events) {
      const at = event.audio_position;
      if (event.type === 'phoneme') this.#sounds.push({ at, silent: event.id === '' || event.id === undefined });
      else if (event.type === 'mark') {
        const index = Number(event.id);
        if (!(index < this.#marks.length)) continue;
        this.#marks[index] ??= at;
        this.settled = Math.max(this.settled, index);
      } else if (event.type === 'word' && event.word_length > 0) {
        const index = this.#places.findIndex((place) => event.text_position >= place.first && event.text_position <= place.last);
        if (index >= 0) this.#words[index] ??= at;
      }
    }
  }

  /** Whether the engine marked where a piece sounds; what is not spoken has no place to tell of, and the first piece begins the breath. */
  isMeasured(index: number): boolean {
    const unspoken = this.#places[index]?.spoken !== true;
    return index === 0 || unspoken || this.#marks[index] !== undefined || this.#words[index] !== undefined;
  }

  /** The beginning of the latest sounding phoneme that is known: what comes before it is not the closing silence. */
  get soundingMs(): number {
    return this.#sounds.findLast((sound) => !sound.silent)?.at ?? 0;
  }

  /** The beginning of the closing silence, in milliseconds from the start of the breath; 0 when nothing sounded. */
  soundEnd(totalMs: number): number {
    const last = this.#sounds.findLastIndex((sound) => !sound.silent);
    if (last < 0) return 0;
    return Math.min(totalMs, this.#sounds[last + 1]?.at ?? totalMs);
  }

  /** A span for every piece, in order and not overlapping, within 0 and `endMs`. */
  spans(endMs: number): Span[] {
    const starts = this.#starts(endMs);
    const spans = starts.map((startMs, index) => {
      const next = starts[index + 1] ?? endMs;
      return { startMs, endMs: this.#soundEndWithin(startMs, next) };
    });
    this.#shareAlike(spans);
    return spans;
  }

  /** Spoken pieces without a length take their part of the piece that they run into; at the end, of the one that they run on from. */
  #shareAlike(spans: Span[]): void {
    const isPoint = (index: number): boolean => {
      const span = spans[index];
      return span !== undefined && span.endMs <= span.startMs && this.#places[index]?.spoken === true;
    };
    for (let first = 0; first < spans.length; first += 1) {
      if (!isPoint(first)) continue;
      const startMs = spans[first]?.startMs;
      let from = first;
      let to = first;
      while (spans[to + 1]?.startMs === startMs) to += 1;
      if ((spans[to]?.endMs ?? 0) <= (spans[to]?.startMs ?? 0)) while (from > 0 && (spans[from]?.startMs ?? 0) >= (startMs ?? 0)) from -= 1;
      this.#share(spans, from, to);
      first = to;
    }
  }

  #share(spans: Span[], from: number, to: number): void {
    const start = spans[from]?.startMs ?? 0;
    const end = Math.max(start, spans[to]?.endMs ?? start);
    const weights = this.#places.slice(from, to + 1).map((place) => (place.spoken ? place.weight : 0));
    const total = Math.max(
      1,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
    let passed = 0;
    weights.forEach((weight, index) => {
      const startMs = start + ((end - start) * passed) / total;
      passed += weight;
      spans[from + index] = { startMs, endMs: start + ((end - start) * passed) / total };
    });
  }

  #starts(endMs: number): number[] {
    // A mark that shares its place with the next one says nothing about what lies between: then the word event is closer.
    const known = this.#places.map((_, index) => {
      const mark = this.#marks[index];
      const word = this.#words[index];
      return mark === undefined || (word !== undefined && index > 0 && mark === this.#marks[index - 1]) ? (word ?? mark) : mark;
    });
    known[0] = 0;
    const starts: number[] = [];
    let floor = 0;
    for (let index = 0; index < known.length; index += 1) {
      const own = known[index];
      if (own !== undefined) {
        floor = Math.min(endMs, Math.max(floor, own));
        starts.push(floor);
        continue;
      }
      let next = index;
      while (next < known.length && known[next] === undefined) next += 1;
      const ceiling = Math.min(endMs, Math.max(floor, known[next] ?? endMs));
      const weights = this.#places.slice(index - 1, next).map((place) => place.weight);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      let passed = 0;
      for (let gap = index; gap < next; gap += 1) {
        passed += weights[gap - index] ?? 0;
        starts.push(floor + ((ceiling - floor) * passed) / Math.max(1, total));
      }
      floor = starts.at(-1) ?? floor;
      index = next - 1;
    }
    return starts;
  }

  /** Where the last sound between two times ends: a pause behind a word does not belong to it. */
  #soundEndWithin(from: number, to: number): number {
    let end = to;
    let sounded = false;
    for (const sound of this.#sounds) {
      if (sound.at < from) continue;
      if (sound.at >= to) break;
      if (!sound.silent) {
        sounded = true;
        end = to;
      } else if (sounded && end === to) end = sound.at;
    }
    return Math.max(from, end);
  }
}
