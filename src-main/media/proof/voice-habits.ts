import { partsOfPhone, type PhoneModel } from './phone-model.ts';

/** Speech with a state for each frame. */
interface StatedSpeech {
  states: Int32Array;
}

/** A phoneme counts as having been said so often besides at the length, or level, of all. */
const priorTimes = 2;
const priorFrames = 6;

/**
 * How long and how loud a voice says each phoneme. Lengths are at the pace of the reference's speech of the same texts, so that those of a
 * voice that is known from more or from other speech can be compared.
 */
export function learnHabits(
  phones: ReadonlyMap<string, number>,
  speech: readonly (StatedSpeech & { levels: Float32Array })[],
  reference: readonly StatedSpeech[],
): Pick<PhoneModel, 'levels' | 'durations'> {
  const silence = phones.size * partsOfPhone;
  const [sums, counts] = [new Float64Array(silence + 1), new Float64Array(silence + 1)];
  for (const { states, levels } of speech)
    states.forEach((state, frame) => {
      sums[state] = (sums[state] ?? 0) + (levels[frame] ?? 0);
      counts[state] = (counts[state] ?? 0) + 1;
    });
  const [all, frames] = [total(sums.subarray(0, silence)), total(counts.subarray(0, silence))];
  const levels = Float32Array.from(sums, (sum, state) =>
    state === silence ? 0 : (sum + (priorFrames * all) / Math.max(1, frames)) / ((counts[state] ?? 0) + priorFrames),
  );
  const [own, before] = [measureDurations(phones.size, speech), measureDurations(phones.size, reference)];
  const usual = total(own.frames) / Math.max(1, total(own.times));
  const pace = total(before.frames) / Math.max(1, total(own.frames));
  const durations = own.frames.map((sum, phone) => (pace * (sum + priorTimes * usual)) / ((own.times[phone] ?? 0) + priorTimes));
  return { levels, durations };
}

/** How many frames each phoneme takes together, and how often it is said. */
export function measureDurations(phoneCount: number, speech: readonly StatedSpeech[]): { frames: Float32Array; times: Float32Array } {
  const [frames, times] = [new Float32Array(phoneCount), new Float32Array(phoneCount)];
  for (const { states } of speech) {
    let last = -1;
    for (const state of states) {
      const phone = Math.floor(state / partsOfPhone);
      if (phone < phoneCount) {
        frames[phone] = (frames[phone] ?? 0) + 1;
        // The same one again begins with an earlier part.
        if (Math.floor(last / partsOfPhone) !== phone || state < last) times[phone] = (times[phone] ?? 0) + 1;
      }
      last = state;
    }
  }
  return { frames, times };
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
