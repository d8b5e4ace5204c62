import { afterAll, expect, it } from 'vitest';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { measuredBases } from '#main/local-service/voices/measured-bases.ts';
import { measureBase } from '#main/local-service/voices/clone.ts';
import { basesFor } from '#main/local-service/voices/likeness.ts';
import { References } from '#main/local-service/voices/references.ts';

const synthesis = new Synthesis(1);
const listener = new References().open();
afterAll(async () => {
  await listener.close();
  await synthesis.close();
});

it('every voice that a clone can be made of is in the file, in its order', () => {
  expect(measuredBases.map(({ variant }) => variant)).toEqual(basesFor(['en-US']));
});

// One of each engine: npm run bases brings the file up to date where an engine or a measure has changed.
it.each(['m3', 'flite-slt'])('the file says of %s what is measured now', { tags: ['beside'] }, async (variant) => {
  const { likeness: now } = (await measureBase(variant, { synthesis, listener }))!;
  const { likeness: then } = measuredBases.find((base) => base.variant === variant)!;
  expect(now.measured.hertz).toBeCloseTo(then.measured.hertz, 1);
  expect(now.measured.spreadSemitones).toBeCloseTo(then.measured.spreadSemitones, 1);
  expect(now.measured.syllablesPerSecond).toBeCloseTo(then.measured.syllablesPerSecond, 1);
  now.timbre.bands.forEach((value, band) => expect(value).toBeCloseTo(then.timbre.bands[band]!, 1));
  now.timbre.formants.forEach((hertz, formant) => expect(hertz).toBeCloseTo(then.timbre.formants[formant]!, 0));
  expect(now.timbre.formants).toHaveLength(then.timbre.formants.length);
});
