import { afterEach, beforeEach, expect, test } from 'vitest';
import { adviceOn } from '../../../src-shared/clone/advice.ts';
import { bytesInWords } from '../../../src-shared/clone/files.ts';
import { decimal, fixed } from '../../../src-shared/messages/figures.ts';
import { setLanguage } from '../../../src-shared/messages/index.ts';
import { frameRateWords } from '../../../src-shared/timecode.ts';
import { clock, wholeClock } from '../../../src-renderer/lib/format.ts';

beforeEach(() => setLanguage('de'));
afterEach(() => setLanguage('en'));

test('figures have a comma in German, wherever one is written', () => {
  expect([decimal(1.25), decimal(1), decimal(23.9761, 3), fixed(1.5, 2)]).toEqual(['1,25', '1', '23,976', '1,50']);
  expect(frameRateWords(30_000 / 1001)).toBe('29,97\u00A0fps, Drop-Frame');
  expect(bytesInWords(9.8 * 1024 * 1024)).toBe('9,8 MB');
  expect(clock(4.25)).toBe('0:04,2');
});

test('a clock of whole seconds has no tenths in any language', async () => {
  expect([wholeClock(64.9), wholeClock(-1), wholeClock(3_600)]).toEqual(['1:04', '0:00', '1:00:00']);
  await setLanguage('en');
  expect([wholeClock(64.9), wholeClock(10)]).toEqual(['1:04', '0:10']);
});

test('advice on a recording is German throughout', () => {
  const facts = {
    ...{ seconds: 12.34, peakDb: -3, clippedPlaces: 0, noiseDb: -60, speechDb: -20 },
    ...{ silence: 0.42, loudnessLufs: -19.25, ranges: null, hertz: 120, voice: null },
  };
  const findings = adviceOn(facts).map(({ topic, finding }) => [topic, finding]);
  expect(Object.fromEntries(findings)).toMatchObject({
    length: '0:12,3 lang',
    silence: '42\u00A0% Stille',
    loudness: '−19,3 LUFS',
  });
});
