import { expect, it } from 'vitest';
import { measureBands, measureVoice, voiceMeasureSchema } from '#shared/sound/voice-measure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { outlineOfVoice, ringsOf } from '../../../src-renderer/ui/voice-outline.ts';

/** A buzz of a pitch, whose overtones below `until` hertz are strong and those above it weak. */
function buzz(pitch: number, until: number, seconds = 2): Float32Array {
  const samples = new Float32Array(seconds * sampleRate);
  for (let tone = 1; tone * pitch < 7000; tone += 1) {
    const strength = (tone * pitch < until ? 1 : 0.02) / tone;
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = (samples[at] ?? 0) + 0.2 * strength * Math.sin((2 * Math.PI * tone * pitch * at) / sampleRate);
  }
  return samples;
}

it('a measure has the pitch of what was heard', () => {
  for (const pitch of [95, 210]) {
    const measure = measureVoice(buzz(pitch, 3000));
    expect(voiceMeasureSchema.safeParse(measure).success).toBe(true);
    expect(measure?.pitch?.median).toBeGreaterThan(pitch * 0.98);
    expect(measure?.pitch?.median).toBeLessThan(pitch * 1.02);
  }
});

it('a brighter sound has stronger high bands', () => {
  const high = (until: number): number => {
    const { bands = [] } = measureVoice(buzz(120, until)) ?? {};
    expect(bands).toHaveLength(measureBands);
    expect(Math.max(...bands)).toBe(1);
    return bands.slice(16).reduce((sum, band) => sum + band, 0);
  };
  expect(high(6000)).toBeGreaterThan(high(1000) + 1);
});

it('silence has no measure, and noise no pitch', () => {
  expect(measureVoice(new Float32Array(sampleRate))).toBeUndefined();
  let seed = 1;
  const noise = Float32Array.from({ length: sampleRate }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 1_073_741_824 - 1;
  });
  expect(measureVoice(noise)?.pitch).toBeNull();
});

it('a picture is of its measure: the same each time, another for another voice, with more rings for a higher pitch', () => {
  const [deep, bright] = [measureVoice(buzz(90, 1000)), measureVoice(buzz(260, 6000))];
  if (!deep || !bright) throw new Error('not measured');
  expect(outlineOfVoice(deep)).toEqual(outlineOfVoice({ ...deep }));
  expect(outlineOfVoice(deep).outline).not.toBe(outlineOfVoice(bright).outline);
  expect(ringsOf(bright.pitch)).toBeGreaterThan(ringsOf(deep.pitch));
  expect(outlineOfVoice(bright).rings.split('Z').length).toBe(ringsOf(bright.pitch));
});
