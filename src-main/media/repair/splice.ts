import { LoudnessMeter } from '#shared/sound/loudness.ts';
import { findGap, findSpeech, hopSamples, measureEnvelope, rms, type Envelope, type Stretch } from './envelope.ts';

/** Puts another sound in the place of some words of a take, so that neither ear nor measure finds the seams. All of it s16, mono, 48 kHz. Pure. */

/** Words of the base that go, and the sound that comes in their place. Places are samples of the base. */
export interface Replacement {
  /** The pause before the first word that goes: from the end of the word before it, 0 for none, to its start. */
  before: Stretch;
  /** The pause after the last word that goes: from its end to the start of the word after it, or the end of the sound. */
  after: Stretch;
  /** Nothing is before, or after, what goes. */
  isFirst: boolean;
  isLast: boolean;
  /** Absent where the words only go. */
  part?: Int16Array;
}

/** What of the result is what. Places are samples. */
export interface SplicedPart {
  /** Where sample 0 of the part would lie in the result. */
  offset: number;
  /** In decibels. */
  gain: number;
  /** First sample of the result that is not the base's, and the first after it that is again, crossfades included. */
  from: number;
  to: number;
}

export interface Spliced {
  samples: Int16Array;
  /** One for each replacement. */
  parts: readonly SplicedPart[];
  /** Of each stretch of the base that stays, between the replacements and at both ends: how far it moved. */
  shifts: readonly number[];
}

/** Crossfades last 12 ms, and 3 ms where a part has no silence to fade in. */
const longestFade = 576;
const shortestFade = 144;
/** Of a part's own silence stay 40 ms before its speech and 60 ms after it at most; the rest of the pause is the take's. */
const leadSamples = 1_920;
const tailSamples = 2_880;
const mostGain = 6;
const fullScale = 32_767;

/** `replacements` in order; none overlaps another. */
export function splice(base: Int16Array, replacements: readonly Replacement[]): Spliced {
  const room = measureEnvelope(base);
  const pieces: Int16Array[] = [];
  const parts: SplicedPart[] = [];
  const shifts: number[] = [0];
  let length = 0;
  let read = 0;
  const push = (piece: Int16Array): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const replacement of replacements) {
    const cut = replacement.part ? fitPart(base, room, replacement, replacement.part, read) : fitCut(base, room, replacement, read);
    push(base.subarray(read, cut.from));
    const from = length;
    push(cut.samples);
    read = cut.to;
    parts.push({ offset: from + cut.offset, gain: cut.gain, from, to: length });
    shifts.push(length - read);
  }
  push(base.subarray(read));
  const samples = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { samples, parts, shifts };
}

/** Samples that stand in the place of `from` up to `to` of the base; `offset`: of the part’s sample 0 among them. */
interface Cut extends Stretch {
  samples: Int16Array;
  offset: number;
  gain: number;
}

/** The silence before and after what goes; at an end of the take, all that is beside its speech. */
function findPauses(
  base: Int16Array,
  room: Envelope,
  { before, after, isFirst, isLast }: Replacement,
): Record<'quietBefore' | 'quietAfter', Stretch> {
  const speech = findSpeech(room, base.length);
  return {
    quietBefore: isFirst ? { from: 0, to: speech.from } : findGap(room, before, base.length),
    quietAfter: isLast ? { from: speech.to, to: base.length } : findGap(room, after, base.length),
  };
}

/** The new speech begins where the old one began, and the pause after it is as long as before. */
function fitPart(base: Int16Array, room: Envelope, replacement: Replacement, part: Int16Array, read: number): Cut {
  const { quietBefore, quietAfter } = findPauses(base, room, replacement);
  const envelope = measureEnvelope(part);
  const speech = findSpeech(envelope, part.length);
  const begins = Math.max(read, quietBefore.to);
  const ends = Math.max(begins, quietAfter.from);
  const lead = edge(speech.from, begins - Math.max(read, quietBefore.from), leadSamples, begins - read);
  const tail = edge(part.length - speech.to, quietAfter.to - ends, tailSamples, base.length - ends);
  const gain = matchLevel(base, { from: begins, to: ends }, part, speech);
  const sound = scaled(part, speech.from - lead.samples, speech.to + tail.samples, 10 ** (gain / 20));
  addRoomTone(sound, base, room, envelope.floor * 10 ** (gain / 20));
  const from = begins - lead.samples;
  const to = ends + tail.samples;
  crossfade(sound, base, { soundFrom: 0, baseFrom: from, fade: lead.fade, isIn: true });
  crossfade(sound, base, { soundFrom: sound.length - tail.fade, baseFrom: to - tail.fade, fade: tail.fade, isIn: false });
  return { from, to, samples: toSamples(sound), offset: lead.samples - speech.from, gain };
}

/**
 * How many samples at an edge of a part are used beside its speech, and how many of them are its crossfade. `own`: its silence there; `pause`: the
 * take's; `room`: what the take has there at all.
 */
function edge(own: number, pause: number, most: number, room: number): { samples: number; fade: number } {
  const samples = Math.min(own, most + longestFade, Math.max(longestFade, pause), room);
  return { samples, fade: Math.min(longestFade, Math.max(shortestFade, samples)) };
}

/** The words go; half of the pause before them and half of the one after them meet. */
function fitCut(base: Int16Array, room: Envelope, replacement: Replacement, read: number): Cut {
  const { isFirst, isLast } = replacement;
  const { quietBefore, quietAfter } = findPauses(base, room, replacement);
  const left = isFirst ? 0 : Math.max(read, middle(quietBefore));
  const right = isLast ? base.length : Math.max(left, middle(quietAfter));
  const cut = { offset: 0, gain: 0 };
  if (isFirst || isLast) {
    const fade = Math.min(longestFade, isFirst ? base.length - right : left);
    const edgeFrom = isFirst ? right : left - fade;
    const sound = scaled(base, edgeFrom, edgeFrom + fade, 1);
    for (let at = 0; at < fade; at += 1) sound[at] = (sound[at] ?? 0) * Math.sin(((isFirst ? at : fade - 1 - at) / fade) * (Math.PI / 2));
    return { ...cut, from: isFirst ? 0 : edgeFrom, to: isFirst ? right + fade : base.length, samples: toSamples(sound) };
  }
  const fade = Math.min(longestFade, left - read, base.length - right);
  const sound = scaled(base, right - fade, right, 1);
  crossfade(sound, base, { soundFrom: 0, baseFrom: left - fade, fade, isIn: true });
  return { ...cut, from: left - fade, to: right, samples: toSamples(sound) };
}

const middle = ({ from, to }: Stretch): number => Math.floor((from + to) / 2);

/** Decibels that make the part as loud as what it replaces; where that is too short to be measured, as the whole take. */
function matchLevel(base: Int16Array, old: Stretch, part: Int16Array, speech: Stretch): number {
  const replaced = old.to - old.from < shortestMeasured ? base : base.subarray(old.from, old.to);
  const [wanted, given] = [loudnessOf(replaced), loudnessOf(part.subarray(speech.from, speech.to))];
  if (wanted === undefined || given === undefined) return 0;
  const gain = Math.min(mostGain, Math.max(-mostGain, wanted - given));
  const peak = part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const headroom = 20 * Math.log10(fullScale / peak);
  return Math.min(gain, Math.max(0, headroom));
}
/** 400 ms: one block of the loudness measure. */
const shortestMeasured = 19_200;

function loudnessOf(samples: Int16Array): number | undefined {
  const meter = new LoudnessMeter();
  meter.push(samples, 1 / 32_768);
  return meter.finish();
}

/** Samples `from` up to `to`, louder by a factor; silence outside the sound. */
function scaled(samples: Int16Array, from: number, to: number, factor: number): Float64Array {
  return Float64Array.from({ length: Math.max(0, to - from) }, (_, index) => (samples[from + index] ?? 0) * factor);
}

/** A tone is taken from at least 100 ms of the take. */
const shortestTone = 4_800;
/** Noise below this level (in units of a sample) is none. */
const silentRoom = 2;

/** Where the take's room is louder than the part's, the difference is added from a pause of the take, so that the room does not change. */
function addRoomTone(sound: Float64Array, base: Int16Array, room: Envelope, ownFloor: number): void {
  if (room.floor < silentRoom || room.floor <= ownFloor) return;
  const quiet = longestQuiet(room, base.length);
  const length = quiet.to - quiet.from;
  if (length < shortestTone) return;
  const level = rms(base, quiet.from, quiet.to);
  const factor = Math.sqrt(Math.max(0, level ** 2 - ownFloor ** 2)) / Math.max(1, level);
  for (let at = 0; at < sound.length; at += 1) {
    const place = at % (2 * length);
    // Forth and back, so that it has no seams of its own.
    const index = place < length ? place : 2 * length - 1 - place;
    sound[at] = (sound[at] ?? 0) + (base[quiet.from + index] ?? 0) * factor;
  }
}

function longestQuiet({ levels, floor }: Envelope, samples: number): Stretch {
  let best = { from: 0, to: 0 };
  let run = 0;
  for (let hop = 0; hop <= levels.length; hop += 1) {
    if (hop < levels.length && (levels[hop] ?? 0) < floor * 2) continue;
    if (hop - run > best.to - best.from) best = { from: run, to: hop };
    run = hop + 1;
  }
  return { from: best.from * hopSamples, to: Math.min(samples, best.to * hopSamples) };
}

/** Equal power: the two are not alike. */
function crossfade(
  sound: Float64Array,
  base: Int16Array,
  { soundFrom, baseFrom, fade, isIn }: { soundFrom: number; baseFrom: number; fade: number; isIn: boolean },
): void {
  for (let index = 0; index < fade; index += 1) {
    const angle = ((index + 0.5) / fade) * (Math.PI / 2);
    const [own, other] = isIn ? [Math.sin(angle), Math.cos(angle)] : [Math.cos(angle), Math.sin(angle)];
    const at = soundFrom + index;
    if (at >= 0 && at < sound.length) sound[at] = (sound[at] ?? 0) * own + (base[baseFrom + index] ?? 0) * other;
  }
}

function toSamples(sound: Float64Array): Int16Array {
  return Int16Array.from(sound, (value) => Math.round(Math.min(fullScale, Math.max(-32_768, value))));
}
