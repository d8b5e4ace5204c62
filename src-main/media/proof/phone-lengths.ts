import { partsOfPhone, type PhoneLengths } from './phone-model.ts';

/** A phoneme of a script: its number in the model, and the frames that the reference takes for it there. */
export interface ScriptPhone {
  phone: number;
  reference: number;
  /** Whether it is in the last syllable before a pause, from its vowel on. */
  isFinal: boolean;
}

/** What a phoneme costs that takes so many frames. */
export interface LengthCosts {
  /** Of one that ends after so many frames. */
  end: Float32Array;
  /** Of one that goes on with this frame. */
  stay: Float32Array;
}

/** A phoneme counts as having been said so often besides at the length of all. */
const priorTimes = 2;
const priorInstances = 40;
const priorFinals = 10;
const rounds = 4;
const leastDeviation = 0.25;
/** Lengths beyond this many deviations say no more about the pace. */
const farthest = 2;
/** Of what is usual, what the time of a phoneme counts for at most: a pause inside a word is no pace. */
const longestShare = 3;
const longest = 127;

interface Said extends ScriptPhone {
  frames: number;
}

/** How many frames each phoneme of a script takes. `states`: of a recording that says it from its first to its last phoneme. */
export function measureLengths(states: Int32Array, script: readonly ScriptPhone[]): Said[] {
  const said: Said[] = [];
  let [at, last] = [-1, -1];
  for (const state of states) {
    const phone = Math.floor(state / partsOfPhone);
    const next = script[at + 1];
    const current = script[at];
    const goesOn = current?.phone === phone && last >= 0 && state >= last;
    if (!goesOn && next?.phone === phone) {
      at += 1;
      said.push({ ...next, frames: 0 });
    }
    const own = said.at(-1);
    const isSaid = own?.phone === phone;
    if (isSaid) own.frames += 1;
    last = isSaid ? state : -1;
  }
  return said;
}

/** `takes`: what each of them says; `undefined` pace where nothing is said. */
export function learnLengths(phoneCount: number, takes: readonly (readonly Said[])[]): PhoneLengths {
  let lengths: PhoneLengths = { usual: new Float32Array(phoneCount), share: 1, final: 0, deviation: 0.5 };
  for (let round = 0; round < rounds; round++) {
    const paces = takes.map((said) => measurePace(said, lengths));
    lengths = estimate(phoneCount, takes, { paces, final: lengths.final });
  }
  return lengths;
}

const expect = ({ phone, reference, isFinal }: ScriptPhone, { usual, share, final }: PhoneLengths): number =>
  (usual[phone] ?? 0) + share * Math.log(reference) + (isFinal ? final : 0);

/** The natural logarithm of how long the phonemes of a take are, by what is usual at the reference's pace. */
export function measurePace(said: readonly Said[], lengths: PhoneLengths): number {
  const { deviation } = lengths;
  const rests = said.map((phone) => Math.log(phone.frames) - expect(phone, lengths));
  if (rests.length === 0) return 0;
  const middle = rests.toSorted((one, other) => one - other)[rests.length >> 1] ?? 0;
  const most = farthest * deviation;
  return rests.reduce((sum, rest) => sum + Math.min(middle + most, Math.max(middle - most, rest)), 0) / rests.length;
}

/**
 * How long a take is by what is usual: the mean of what single phonemes, their sum, and the reference's own lengths say, as a sentence moves each of
 * them by itself. A natural logarithm.
 */
export function comparePace(said: readonly Said[], lengths: PhoneLengths): number {
  if (said.length === 0) return 0;
  const pace = measurePace(said, lengths);
  const longestOf = (one: Said): number => longestShare * Math.exp(expect(one, lengths) + pace);
  const sum = (of: (one: Said) => number): number => Math.log(said.reduce((total, one) => total + of(one), 0));
  const frames = sum((one) => Math.min(one.frames, longestOf(one)));
  const [byPhones, byReference] = [frames - sum((one) => Math.exp(expect(one, lengths))), frames - sum((one) => one.reference)];
  return (pace + byPhones + byReference) / 3;
}

/** Frames that a phoneme takes in a take of this pace. */
export const expectFrames = (phone: ScriptPhone, lengths: PhoneLengths, pace: number): number => Math.exp(expect(phone, lengths) + pace);

/** The costs of the lengths of a phoneme in a take of this pace. */
export function costLengths(phone: ScriptPhone, lengths: PhoneLengths, pace: number): LengthCosts {
  const { deviation } = lengths;
  const expected = expect(phone, lengths) + pace;
  const costs = Float64Array.from(
    { length: longest + 2 },
    (_, frames) => ((Math.log(Math.max(0.5, frames)) - expected) / deviation) ** 2 / 2,
  );
  const middle = Math.exp(expected);
  return {
    end: Float32Array.from(costs, (cost, frames) => (frames < middle ? cost : 0)),
    stay: Float32Array.from(costs, (cost, frames) => (frames > middle ? cost - (frames - 1 > middle ? (costs[frames - 1] ?? 0) : 0) : 0)),
  };
}

function estimate(
  phoneCount: number,
  takes: readonly (readonly Said[])[],
  { paces, final: known }: { paces: readonly number[]; final: number },
): PhoneLengths {
  const all = takes.flatMap((said, take) =>
    said.map(({ phone, reference, isFinal, frames }) => ({
      phone,
      isFinal,
      x: Math.log(reference),
      y: Math.log(frames) - (paces[take] ?? 0) - (isFinal ? known : 0),
    })),
  );
  const [xs, ys, times] = [new Float64Array(phoneCount), new Float64Array(phoneCount), new Float64Array(phoneCount)];
  for (const { phone, x, y } of all) {
    xs[phone] = (xs[phone] ?? 0) + x;
    ys[phone] = (ys[phone] ?? 0) + y;
    times[phone] = (times[phone] ?? 0) + 1;
  }
  const meanOf = (sums: Float64Array, phone: number): number => (sums[phone] ?? 0) / Math.max(1, times[phone] ?? 0);
  let [both, squares] = [0, 0];
  for (const { phone, x, y } of all) {
    both += (x - meanOf(xs, phone)) * (y - meanOf(ys, phone));
    squares += (x - meanOf(xs, phone)) ** 2;
  }
  const share = Math.min(1, Math.max(0, (both + priorInstances * 0.1 * 0.5) / (squares + priorInstances * 0.1)));
  const rest = (x: number, y: number): number => y - share * x;
  const mean = all.reduce((sum, { x, y }) => sum + rest(x, y), 0) / Math.max(1, all.length);
  const usual = Float32Array.from(
    times,
    (count, phone) => (rest(xs[phone] ?? 0, ys[phone] ?? 0) + priorTimes * mean) / (count + priorTimes),
  );
  const finals = all.filter(({ isFinal }) => isFinal);
  const final = known + finals.reduce((sum, { phone, x, y }) => sum + rest(x, y) - (usual[phone] ?? 0), 0) / (finals.length + priorFinals);
  const away = all.map(({ phone, x, y }) => Math.abs(rest(x, y) - (usual[phone] ?? 0))).sort((one, other) => one - other);
  const deviation = Math.max(leastDeviation, 1.4826 * (away[away.length >> 1] ?? leastDeviation));
  const beyond =
    all.reduce((sum, { phone, x, isFinal }) => sum + (usual[phone] ?? 0) + share * x + (isFinal ? final : 0) - x, 0) /
    Math.max(1, all.length);
  return { usual: usual.map((length) => length - beyond), share, final, deviation };
}
