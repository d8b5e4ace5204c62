/** Sounds like speech, made of a seed: words of a hum with overtones that swells and fades, and pauses with the noise of a room. */
export interface SpokenSound {
  samples: Int16Array;
  /** First sample of each word, and the first after it. */
  words: { from: number; to: number }[];
}

interface Wanted {
  seed: number;
  words: number;
  /** Amplitude of a word, and of the room’s noise, in units of a sample. */
  level: number;
  noise: number;
  wordMs: number;
  gapMs: number;
}

export function speak({ seed, words: count, level, noise, wordMs, gapMs }: Wanted): SpokenSound {
  let state = seed >>> 0 || 1;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const [word, gap] = [wordMs * 48, gapMs * 48];
  const samples = Int16Array.from({ length: gap + count * (word + gap) }, () => Math.round((random() * 2 - 1) * noise));
  const words = Array.from({ length: count }, (_, index) => ({ from: gap + index * (word + gap), to: gap + index * (word + gap) + word }));
  for (const { from, to } of words) {
    const pitch = 90 + random() * 120;
    for (let at = from; at < to; at += 1) {
      const swell = Math.sqrt(Math.sin((Math.PI * (at - from + 0.5)) / (to - from)));
      let sum = 0;
      for (let tone = 1; tone <= 12; tone += 1) sum += Math.sin((2 * Math.PI * pitch * tone * at) / 48_000) / tone;
      samples[at] = (samples[at] ?? 0) + Math.round(level * swell * sum * 0.6);
    }
  }
  return { samples, words };
}

/** The largest step from sample to sample at both seams of a part, and the take's own 99.9th percentile of steps. */
export function measureSeams(
  base: Int16Array,
  result: Int16Array,
  { from, to }: { from: number; to: number },
): { click: number; step: number } {
  const steps = Array.from(base.subarray(1), (sample, index) => Math.abs(sample - (base[index] ?? 0))).sort((one, other) => one - other);
  const around = 720;
  let click = 0;
  for (const seam of [from, to])
    for (let at = Math.max(1, seam - around); at < Math.min(result.length, seam + around); at += 1)
      click = Math.max(click, Math.abs((result[at] ?? 0) - (result[at - 1] ?? 0)));
  return { click, step: steps[Math.floor(steps.length * 0.999)] ?? 0 };
}
