import { expect, it } from 'vitest';
import { formatPrice } from '../../../src-renderer/features/narration/manuscript/price.ts';

it('the price of an import names what was paid for before, as it is lower by that', () => {
  expect(formatPrice({ characters: 120, credits: 351.2, paid: 0, voiceless: 0 })).toBe('about 352 credits to generate');
  expect(formatPrice({ characters: 120, credits: 351.2, paid: 1, voiceless: 0 })).toBe(
    'about 352 credits to generate (1 block already paid)',
  );
  expect(formatPrice({ characters: 0, credits: 0, paid: 12, voiceless: 0 })).toBe('all of it already paid, free to generate');
  expect(formatPrice({ characters: 0, credits: 0, paid: 0, voiceless: 0 })).toBe('nothing to generate');
});

it('a price that is not known, or not yet, is no price', () => {
  expect(formatPrice(undefined)).toBe('checking the price…');
  for (const price of ['failed', { characters: 120, credits: null, paid: 3, voiceless: 0 }] as const)
    expect(formatPrice(price)).toBe('price unknown');
});

it('the price of an import names the blocks that it leaves out as their characters have no voice', () => {
  expect(formatPrice({ characters: 120, credits: 351.2, paid: 0, voiceless: 12 })).toBe(
    'about 352 credits to generate; 12 blocks need a voice first',
  );
  expect(formatPrice({ characters: 0, credits: 0, paid: 0, voiceless: 1 })).toBe('nothing to generate; 1 block needs a voice first');
});
