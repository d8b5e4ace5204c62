import type { LengthCosts } from './phone-lengths.ts';
import { partsOfPhone } from './phone-model.ts';

/** Finds the most likely way in which a recording says a script: word for word, or with words left out, said twice, or other ones. */

/** What departs from the script, in the costs of `decodeWords`. */
const penalties = {
  /** A part of a phoneme that is passed over. */
  part: 4,
  /** A pause between words. */
  pause: 1,
  missing: 9,
  /** Short words are often hardly spoken: it takes more to say that they are missing. */
  missingShort: 14,
  repeated: 16,
  /** Each word that is left out, or said twice. */
  word: 1.5,
  other: 33,
  /** Other words where none are left out. */
  added: 40,
  /** Each frame of other words. */
  otherFrame: 0.7,
} as const;
/** States of a short word: three phonemes. */
const shortStates = 9;
/** Words that can be left out, or said twice, at a time. */
const farthest = 8;
/** Frames that are counted of a phoneme, at most. */
const longestSpent = 126;

/** What a frame costs in each state, by frame, less what any speech costs there. The last state is silence. */
export interface Costs {
  count: number;
  stateCount: number;
  values: Float32Array;
}

/**
 * Words `from` up to but without `to` of the script, in frames. `missing`: left out at `start`. `repeated`: said once more, beginning at `start`.
 * `other`: something else is said for them, or besides where `from` is `to`.
 */
export interface Departure {
  kind: 'missing' | 'repeated' | 'other';
  from: number;
  to: number;
  start: number;
  end: number;
}

interface Decoded {
  /** In the order of time. */
  departures: Departure[];
  /** A state for each frame; silence for what is other speech. */
  states: Int32Array;
}

/** Where a word can be come from: its own end, a pause, or other words; numbers of what is recorded of each frame. */
const [fromWord, fromPause, fromOther] = [0, 1, 2];
const [stays, moves, passesOver, begins] = [1, 2, 3, 4];

/**
 * `words`: the states of each word, at least one, in order. `departs`: false where the script is taken for granted. `lengths`: of each word's phonemes;
 * where they are given, one that takes much longer or shorter costs more. `doubt`: what each departure costs besides, where the script is likelier to be
 * right than what is heard.
 */
export function decodeWords(
  costs: Costs,
  words: readonly (readonly number[])[],
  departs: boolean,
  lengths: readonly (readonly LengthCosts[])[] = [],
  doubt = 0,
): Decoded {
  const search = new Search(costs, words, departs ? doubt : undefined, lengths);
  for (let frame = 0; frame < costs.count; frame++) search.step(frame);
  return search.finish();
}

class Search {
  readonly #costs: Costs;
  readonly #words: readonly (readonly number[])[];
  /** `undefined`: nothing departs. */
  readonly #doubt: number | undefined;
  /** Where the states of each word begin among those of all words. */
  readonly #offsets: number[];
  readonly #total: number;
  /** The least cost of a path to each state of a word, to the pause before each word, and to other words there. */
  #inWords: Float64Array;
  #inPause: Float64Array;
  #inOther: Float64Array;
  /** Frames that the path to each state has been in its phoneme. */
  #spent: Uint8Array;
  readonly #lengths: readonly (LengthCosts | undefined)[];
  /** The least cost of a path that has ended the words before each, and by what. */
  readonly #ended: Float64Array;
  readonly #endedBy: Uint8Array;
  /** How each state was come to, by frame. */
  readonly #steps: Uint8Array;
  readonly #beginnings: Int32Array;
  readonly #pauses: Uint8Array;
  readonly #others: Uint8Array;

  constructor(
    costs: Costs,
    words: readonly (readonly number[])[],
    doubt: number | undefined,
    lengths: readonly (readonly LengthCosts[])[],
  ) {
    this.#costs = costs;
    this.#words = words;
    this.#doubt = doubt;
    let total = 0;
    this.#offsets = words.map(({ length }) => (total += length) - length);
    this.#total = total;
    this.#spent = new Uint8Array(total);
    this.#lengths = words.flatMap((states, word) => states.map((_, index) => lengths[word]?.[Math.floor(index / partsOfPhone)]));
    const places = words.length + 1;
    this.#inWords = new Float64Array(total).fill(Infinity);
    this.#inPause = new Float64Array(places).fill(Infinity);
    this.#inOther = new Float64Array(places).fill(Infinity);
    this.#ended = new Float64Array(places);
    this.#endedBy = new Uint8Array(places);
    this.#steps = new Uint8Array(costs.count * total);
    this.#beginnings = new Int32Array(costs.count * words.length);
    this.#pauses = new Uint8Array(costs.count * places);
    this.#others = new Uint8Array(costs.count * places);
  }

  step(frame: number): void {
    this.#endWords(frame === 0);
    const next = new Float64Array(this.#total).fill(Infinity);
    const spent = new Uint8Array(this.#total);
    this.#words.forEach((states, word) => this.#stepWord(frame, word, states, next, spent));
    this.#stepBetween(frame);
    [this.#inWords, this.#spent] = [next, spent];
  }

  finish(): Decoded {
    this.#endWords(false);
    const last = this.#words.length;
    let [end, least] = [last, this.#leave(last)];
    if (this.#doubt !== undefined)
      for (let place = 0; place < last; place++) {
        const leftOut = this.#endedBy[place] === fromOther ? 0 : this.#leaveOut(place, last) + penalties.word * (last - place);
        const cost = (this.#ended[place] ?? Infinity) + leftOut;
        if (cost < least) [end, least] = [place, cost];
      }
    return this.#followBack(end);
  }

  #endWords(isFirst: boolean): void {
    for (let place = 0; place <= this.#words.length; place++) {
      const before = place - 1;
      const lastState = (this.#offsets[before] ?? 0) + (this.#words[before]?.length ?? 0) - 1;
      let [least, by] = [place === 0 ? Infinity : (this.#inWords[lastState] ?? Infinity) + this.#endPhone(lastState), fromWord];
      if ((this.#inPause[place] ?? Infinity) < least) [least, by] = [this.#inPause[place] ?? Infinity, fromPause];
      if ((this.#inOther[place] ?? Infinity) < least) [least, by] = [this.#inOther[place] ?? Infinity, fromOther];
      if (isFirst && place === 0) [least, by] = [0, fromPause];
      this.#ended[place] = least;
      this.#endedBy[place] = by;
    }
  }

  /** What a path to this state pays for a phoneme that ends too soon. */
  #endPhone(at: number): number {
    return this.#lengths[at]?.end[this.#spent[at] ?? 0] ?? 0;
  }

  /** What a path pays that comes to one state from another one of the same word, or stays. */
  #passOn(from: number, at: number): number {
    return this.#lengths[from] === this.#lengths[at] ? (this.#lengths[at]?.stay[(this.#spent[from] ?? 0) + 1] ?? 0) : this.#endPhone(from);
  }

  /** What it costs to go on with the word of this place, in order. */
  #leave(place: number): number {
    return (this.#ended[place] ?? Infinity) + (this.#endedBy[place] === fromOther ? penalties.added : 0);
  }

  /** What it costs to leave words out, however many they are. */
  #leaveOut(from: number, to: number): number {
    const states = (this.#offsets[to] ?? this.#total) - (this.#offsets[from] ?? 0);
    return (states <= shortStates ? penalties.missingShort : penalties.missing) + (this.#doubt ?? 0);
  }

  #stepWord(frame: number, word: number, states: readonly number[], next: Float64Array, spent: Uint8Array): void {
    const offset = this.#offsets[word] ?? 0;
    const { stateCount, values } = this.#costs;
    for (let index = 0; index < states.length; index++) {
      const at = offset + index;
      let [least, step, from] = [(this.#inWords[at] ?? Infinity) + this.#passOn(at, at), stays, at];
      for (const back of [1, 2]) {
        if (index < back) break;
        const cost = (this.#inWords[at - back] ?? Infinity) + this.#passOn(at - back, at) + (back === 2 ? penalties.part : 0);
        if (cost < least) [least, step, from] = [cost, back === 2 ? passesOver : moves, at - back];
      }
      if (index < 2) {
        const beginning = this.#findBeginning(word, index === 0);
        const cost = beginning.cost + (index === 1 ? penalties.part : 0);
        if (cost < least) {
          [least, step] = [cost, begins];
          this.#beginnings[frame * this.#words.length + word] = beginning.place * 4 + (this.#endedBy[beginning.place] ?? 0);
        }
      }
      if (least === Infinity) continue;
      next[at] = least + (values[frame * stateCount + (states[index] ?? 0)] ?? 0);
      const goesOn = step !== begins && this.#lengths[from] === this.#lengths[at];
      spent[at] = goesOn ? Math.min(longestSpent, (this.#spent[from] ?? 0) + 1) : 1;
      this.#steps[frame * this.#total + at] = step;
    }
  }

  /** The place from which a word is begun at the least cost. */
  #findBeginning(word: number, mayDepart: boolean): { place: number; cost: number } {
    let best = { place: word, cost: this.#leave(word) };
    const doubt = this.#doubt;
    if (doubt === undefined || !mayDepart) return best;
    for (let place = Math.max(0, word - farthest); place <= Math.min(this.#words.length, word + farthest); place++) {
      if (place === word) continue;
      const leftOut = place > word || this.#endedBy[place] === fromOther ? 0 : this.#leaveOut(place, word);
      const departs = (place < word ? leftOut : penalties.repeated + doubt) + penalties.word * Math.abs(place - word);
      const cost = (this.#ended[place] ?? Infinity) + departs;
      if (cost < best.cost) best = { place, cost };
    }
    return best;
  }

  #stepBetween(frame: number): void {
    const { stateCount, values } = this.#costs;
    const silence = values[frame * stateCount + stateCount - 1] ?? 0;
    const places = this.#words.length + 1;
    const [pause, other] = [new Float64Array(places), new Float64Array(places)];
    for (let place = 0; place < places; place++) {
      const ended = this.#ended[place] ?? Infinity;
      const by = this.#endedBy[place] ?? 0;
      let [least, step] = [this.#inPause[place] ?? Infinity, stays];
      const begun = ended + (frame === 0 ? 0 : penalties.pause);
      if ((by !== fromPause || frame === 0) && begun < least) [least, step] = [begun, begins + by];
      pause[place] = least + silence;
      this.#pauses[frame * places + place] = step;
      [least, step] = [this.#inOther[place] ?? Infinity, stays];
      const begunOther = ended + penalties.other + (this.#doubt ?? Infinity);
      if (by !== fromOther && begunOther < least) [least, step] = [begunOther, begins + by];
      other[place] = least + penalties.otherFrame;
      this.#others[frame * places + place] = step;
    }
    [this.#inPause, this.#inOther] = [pause, other];
  }

  #followBack(end: number): Decoded {
    const { count, stateCount } = this.#costs;
    const words = this.#words.length;
    const states = new Int32Array(count).fill(stateCount - 1);
    const departures: Departure[] = [];
    let [place, by, frame, upTo] = [end, this.#endedBy[end] ?? 0, count - 1, words];
    if (end < words && by !== fromOther) departures.push({ kind: 'missing', from: end, to: words, start: count, end: count });
    while (frame >= 0) {
      if (by === fromWord) {
        const word = place - 1;
        frame = this.#followWord(word, frame, states);
        const beginning = this.#beginnings[(frame + 1) * words + word] ?? 0;
        const before = beginning >> 2;
        by = beginning & 3;
        if (before < word && by !== fromOther)
          departures.push({ kind: 'missing', from: before, to: word, start: frame + 1, end: frame + 1 });
        if (before > word) departures.push({ kind: 'repeated', from: word, to: before, start: frame + 1, end: frame + 1 });
        [place, upTo] = [before, word];
        continue;
      }
      const steps = by === fromPause ? this.#pauses : this.#others;
      const last = frame;
      let step: number = stays;
      while (step === stays && frame >= 0) step = steps[frame-- * (words + 1) + place] ?? begins;
      if (by === fromOther) departures.push({ kind: 'other', from: place, to: Math.max(place, upTo), start: frame + 1, end: last + 1 });
      by = step - begins;
    }
    return { departures: departures.reverse(), states };
  }

  /** The frame before the word, which ends with `frame`. */
  #followWord(word: number, last: number, found: Int32Array): number {
    const states = this.#words[word] ?? [];
    const offset = this.#offsets[word] ?? 0;
    let [index, frame] = [states.length - 1, last];
    while (frame >= 0) {
      found[frame] = states[index] ?? 0;
      const step = this.#steps[frame-- * this.#total + offset + index] ?? begins;
      if (step === begins) break;
      index -= step - stays;
    }
    return frame;
  }
}
