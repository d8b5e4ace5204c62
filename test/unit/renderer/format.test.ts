import { plural } from '../../../src-shared/messages/en/plural.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messages, setLanguage } from '#shared/messages/index.ts';
import { bytesInWords } from '#shared/clone/files.ts';
import {
  age,
  creditChange,
  credits,
  day,
  exactMoment,
  formatDuration,
  formatTimeLeft,
  language,
  leaves,
  moment,
  number,
  numberOrUnknown,
  pause,
  size,
  timeOfDay,
} from '../../../src-renderer/lib/format.ts';

/** The number and the unit of `1,000 kB`. */
const partsOf = (text: string): [number, string] => {
  const [figure = '', unit = ''] = text.split(/\s/u);
  return [Number(figure.replaceAll(',', '')), unit];
};

it('the English of Scotland is named by one pair of brackets in the language of the window', async () => {
  expect(language('en-GB-scotland')).toBe('British English (Scotland)');
  await setLanguage('de');
  expect(language('en-GB-scotland')).toBe('Englisch (GB, Schottland)');
  await setLanguage('en');
});

describe('a size', () => {
  it.each<[string, (bytes: number) => string, number, string[]]>([
    ['by thousands', size, 1000, ['bytes', 'kB', 'MB', 'GB', 'TB']],
    ['by 1,024', bytesInWords, 1024, ['bytes', 'kB', 'MB', 'GB', 'TB']],
  ])('%s is near the number of bytes, and never a whole unit of the next kind', (_name, format, base, units) => {
    const bytes = fc
      .integer({ min: 0, max: 4 })
      .chain((power) => fc.double({ min: 1, max: base, noNaN: true }).map((value) => Math.round(value * base ** power)));
    const edges = [1, 2, 3, 4].flatMap((power) =>
      [-0.6, -0.4, -0.04, 0].map((below) => [Math.round((base + below) * base ** (power - 1))] as [number]),
    );
    fc.assert(
      fc.property(bytes, (count) => {
        const [figure, unit] = partsOf(format(count));
        const power = units.indexOf(unit);
        if (unit !== 'TB') expect(figure).toBeLessThan(base);
        expect(Math.abs(figure * base ** power - count)).toBeLessThanOrEqual(Math.max(count * 0.051, base ** power / 2));
      }),
      { examples: edges },
    );
  });

  it('is written as file managers write it', () => {
    expect([0, 999, 1000, 1400, 99_960, 999_400, 999_600, 1_000_000, 1.4e9].map(size)).toEqual([
      '0\u00A0bytes',
      '999\u00A0bytes',
      '1\u00A0kB',
      '1.4\u00A0kB',
      '100\u00A0kB',
      '999\u00A0kB',
      '1\u00A0MB',
      '1\u00A0MB',
      '1.4\u00A0GB',
    ]);
  });
});

it('a duration is in seconds, minutes, or hours and minutes that add up to it', () => {
  expect([0, 0.6, 89, 90, 3569, 3570, 3600, 6000, 22_320].map(formatDuration)).toEqual([
    '1 s',
    '1 s',
    '89 s',
    '2 min',
    '59 min',
    '1 h 0 min',
    '1 h 0 min',
    '1 h 40 min',
    '6 h 12 min',
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 3600, max: 360_000 }), (seconds) => {
      const [, hours, minutes] = /^(\d+) h (\d+) min$/u.exec(formatDuration(seconds)) ?? [];
      expect(Number(minutes)).toBeLessThan(60);
      expect(Number(hours) * 60 + Number(minutes)).toBe(Math.round(seconds / 60));
    }),
  );
});

describe('an age', () => {
  const now = Date.UTC(2026, 10, 23, 12);
  const after = (seconds: number) => age(now - seconds * 1000, now);

  it('is in minutes below an hour and in hours below a day, rounded', () => {
    expect([44, 45, 89, 90, 3569, 3570, 5399, 5400, 84_599].map(after)).toEqual([
      'just now',
      '1 min ago',
      '1 min ago',
      '2 min ago',
      '59 min ago',
      '1 h ago',
      '1 h ago',
      '2 h ago',
      '23 h ago',
    ]);
    expect(after(84_600)).toBe(day(now - 84_600_000));
  });

  it('of what is still to come is none', () => {
    expect(after(-100)).toBe('just now');
  });
});

it('credits are in the singular where one is written, whatever was rounded to it', () => {
  expect([0, 1, -1, 0.999, 1.004, 1.01, 0.4, 1400].map(credits)).toEqual([
    '0 credits',
    '1 credit',
    '-1 credit',
    '1 credit',
    '1 credit',
    '1.01 credits',
    '0.4 credits',
    '1,400 credits',
  ]);
  expect([-14, 1, 0].map(creditChange)).toEqual(['−14 credits', '+1 credit', '0 credits']);
});

it('a size is in terabytes at most, with a decimal below a hundred', () => {
  expect([99_900, 99_940, 100_000, 2e12, 5e15].map(size)).toEqual([
    '99.9\u00A0kB',
    '99.9\u00A0kB',
    '100\u00A0kB',
    '2\u00A0TB',
    '5,000\u00A0TB',
  ]);
});

it('the time left is about a duration', () => {
  expect(formatTimeLeft(200)).toBe(messages.shapes.aboutLeft('3 min'));
});

it('a purchase leaves what is left of a balance, never less than nothing, and says nothing where either is not known', () => {
  expect(leaves(1_500, 300)).toBe(messages.shapes.leavesAbout('1,200'));
  expect(leaves(100, 300)).toBe(messages.shapes.leavesAbout('0'));
  for (const [balance, cost] of [
    [null, 1],
    [undefined, 1],
    [1, null],
    [1, undefined],
  ] as const)
    expect(leaves(balance, cost)).toBe('');
});

it('figures are grouped by thousands, and those that are not known are said to be', () => {
  expect([number(1_234_567), numberOrUnknown(0), numberOrUnknown(2_000), numberOrUnknown(null)]).toEqual([
    '1,234,567',
    '0',
    '2,000',
    'unknown',
  ]);
  expect([plural(1, 'voice'), plural(0, 'voice'), plural(2_000, 'voice'), plural(2, 'entry', 'entries')]).toEqual([
    '1 voice',
    '0 voices',
    '2,000 voices',
    '2 entries',
  ]);
});

it('a pause is in seconds with two decimals at most', () => {
  expect([350, 1_000, 1_234, 0].map(pause)).toEqual(['0.35 s', '1 s', '1.23 s', '0 s']);
});

it('a moment is in a day, minutes, or seconds, as it is asked for', () => {
  const time = new Date(2026, 10, 21, 14, 5, 9).getTime();
  expect([moment(time), exactMoment(time), timeOfDay(time), day(time)]).toEqual([
    '21 Nov 2026, 14:05',
    '21 Nov 2026, 14:05:09',
    '14:05',
    '21 Nov 2026',
  ]);
});
