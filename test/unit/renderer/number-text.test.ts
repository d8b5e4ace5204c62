import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { formatNumber, limitNumber, parseNumber, type NumberRules } from '../../../src-renderer/lib/number-text.ts';

const speed: NumberRules = { min: 0.5, max: 2, decimals: 2, unit: '×' };
const volume: NumberRules = { min: -20, max: 20, decimals: 2, unit: messages.narration.db };
const credits: NumberRules = { min: 0, max: 1_000_000_000, decimals: 2, unit: 'credits' };
const edge: NumberRules = { min: 0, max: 21_600, decimals: 3, unit: 's' };
const time: NumberRules = { min: 0, max: 21_600, decimals: 3, isTime: true };

it.each([
  ['1.3', speed, 1.3],
  ['1,3', speed, 1.3],
  ['.85', speed, 0.85],
  ['0,85', speed, 0.85],
  ['1.', speed, 1],
  ['1.3×', speed, 1.3],
  ['1,3 x', speed, 1.3],
  ['１．３', speed, 1.3],
  ['1.375', speed, 1.38],
  ['-3', volume, -3],
  ['−3,5 dB', volume, -3.5],
  ['+6DB', volume, 6],
  ['1,000', credits, 1_000],
  ['1.000', credits, 1_000],
  ['1,234.5', credits, 1_234.5],
  ['1.234.567,89', credits, 1_234_567.89],
  ['12 345 credits', credits, 12_345],
  ["12'345", credits, 12_345],
  ['1,25', credits, 1.25],
  ['1.250', edge, 1.25],
  ['1,250 s', edge, 1.25],
  ['1:04.5', time, 64.5],
  ['1:04,25', time, 64.25],
  ['01:02:03.004', time, 3_723.004],
  ['0:7', time, 7],
  ['64.5', time, 64.5],
])('a number field reads “%s” as people mean it', (text, rules, value) => {
  expect(parseNumber(text, rules)).toBe(value);
});

it.each(['', ' ', '-', '.', 'fast', '1.2.3', '1,2.3,4', '12 monkeys', '1e3', 'NaN', 'Infinity', '0x10', '1 2', '--1'])(
  'a number field refuses “%s”',
  (text) => {
    expect(parseNumber(text, speed)).toBeUndefined();
  },
);

it.each(['1:60', '60:00', '1:2:03', '1:60:00', ':30', '1:', '1:02:', '-1:00', '1:02:03:04'])('a time field refuses “%s”', (text) => {
  expect(parseNumber(text, time)).toBeUndefined();
});

it.each([
  [0, '0:00'],
  [7.25, '0:07.25'],
  [59.9996, '1:00'],
  [64.5, '1:04.5'],
  [3_723.004, '1:02:03.004'],
])('a time field writes %s seconds as %s', (value, text) => {
  expect(formatNumber(value, time)).toBe(text);
});

it('a number field reads back every value that it shows, with and without its unit', () => {
  const rules = fc.constantFrom(speed, volume, credits, edge, time);
  fc.assert(
    fc.property(rules, fc.double({ min: 0, max: 1, noNaN: true }), (field, part) => {
      const value = limitNumber(field.min + (field.max - field.min) * part, field);
      expect(parseNumber(formatNumber(value, field), field)).toBe(value);
      expect(parseNumber(`${formatNumber(value, field)}${field.unit ?? ''}`, field)).toBe(value);
    }),
  );
});

it('a number field reads a decimal comma as it reads a decimal point', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), (whole, fraction) => {
      const digits = String(fraction).padStart(2, '0');
      expect(parseNumber(`${whole},${digits}`, credits)).toBe(parseNumber(`${whole}.${digits}`, credits));
    }),
  );
});

it('a number field never commits a value outside its range, nor with more decimals than it has', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(speed, volume, credits, edge),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      (field, value) => {
        const limited = limitNumber(value, field);
        expect(limited).toBeGreaterThanOrEqual(field.min);
        expect(limited).toBeLessThanOrEqual(field.max);
        expect(Number(limited.toFixed(field.decimals))).toBe(limited);
      },
    ),
  );
});

it('a number field writes thousands in groups from 10,000 on, and never where three decimals would read the same', () => {
  expect([9_999, 10_000, -10_000, 12_345.5].map((value) => formatNumber(value, credits))).toEqual([
    '9999',
    '10,000',
    '-10,000',
    '12,345.5',
  ]);
  expect([9_999, 12_345.5].map((value) => formatNumber(value, edge))).toEqual(['9999', '12345.5']);
  expect(formatNumber(1.005, { ...edge, decimals: 1 })).toBe('1');
});

it('a number field reads digits in groups where its range reaches 1,000, above or below zero', () => {
  expect(parseNumber('1,000', { min: 0, max: 1_000, decimals: 0 })).toBe(1_000);
  expect(parseNumber('1,000', { min: 0, max: 999, decimals: 0 })).toBe(1);
  expect(parseNumber('-2,500', { min: -5_000, max: 10, decimals: 0 })).toBe(-2_500);
  expect(parseNumber('1.234.567', credits)).toBe(1_234_567);
  for (const text of ['1.234,567.890', '1.23.456', '12.34,5']) expect(parseNumber(text, credits)).toBeUndefined();
});

it('a number field without a unit takes none, and only “×” may be written as a letter', () => {
  const plain: NumberRules = { min: 0, max: 1_000_000_000, decimals: 2 };
  expect([parseNumber(' 5 ', plain), parseNumber('5x', plain), parseNumber('5 credits', plain)]).toEqual([5, undefined, undefined]);
  expect([
    parseNumber('5', { ...credits, unit: ' ' }),
    parseNumber('5x', credits),
    parseNumber('5X', speed),
    parseNumber('5 x', speed),
  ]).toEqual([5, undefined, 5, 5]);
  expect(parseNumber(' 5 ', speed)).toBe(5);
});

it('a number field with a notation of its own writes it, reads it, and reads the usual ones', () => {
  const frames: NumberRules = {
    ...time,
    notation: {
      write: (value) => `f${String(Math.round(value * 25))}`,
      read: (text) => (text.startsWith('f') ? Number(text.slice(1)) / 25 : undefined),
    },
  };
  expect(formatNumber(8.12, frames)).toBe('f203');
  expect(['f203', '0:08.12', '8.12', '8,12', 'x'].map((text) => parseNumber(text, frames))).toEqual([8.12, 8.12, 8.12, 8.12, undefined]);
});
