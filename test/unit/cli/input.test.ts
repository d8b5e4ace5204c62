import { expect, test } from 'vitest';
import { aCount, aKey, aNumber, atMost, seconds } from '#main/hosts/cli/input.ts';

const taken = (read: (text: string) => unknown, text: string): unknown => {
  try {
    return read(text);
  } catch {
    return 'refused';
  }
};

test.each<[string, (text: string) => unknown, Record<string, unknown>]>([
  [
    'a number',
    aNumber,
    { '0': 0, '-1.5': -1.5, '1e3': 1000, '': 'refused', ' ': 'refused', '1,5': 'refused', Infinity: 'refused', two: 'refused' },
  ],
  ['a count', aCount, { '1': 1, '1000000': 1_000_000, '0': 'refused', '-1': 'refused', '1.5': 'refused', '1000001': 'refused' }],
  ['a bounded count', atMost(100), { '1': 1, '100': 100, '101': 'refused', '0': 'refused' }],
  ['seconds', seconds, { '0.1': 0.1, '86400': 86_400, '0': 'refused', '-1': 'refused', '86401': 'refused' }],
  [
    'a key',
    aKey,
    { k: 'k', ['~'.repeat(128)]: '~'.repeat(128), ['~'.repeat(129)]: 'refused', '': 'refused', 'a b': 'refused', é: 'refused' },
  ],
])('%s is taken within its limits alone', (_name, read, expected) => {
  expect(Object.fromEntries(Object.keys(expected).map((text) => [text, taken(read, text)]))).toEqual(expected);
});
