import { expect, it } from 'vitest';
import { withListedPrices } from '#main/paid-requests/ledger/listed-prices.ts';
import type { Ledger, Price } from '#main/paid-requests/ledger/types.ts';

const list = { character: { 'alpha-s1': 2 }, design: 3, saved_design: 0, clone: 500, transcription: 4, lip_sync: 5 };
const ledger = (learned?: Price) =>
  withListedPrices({ price: () => Promise.resolve(learned) } as unknown as Ledger, (id) => (id === 'local' ? list : undefined));
const speech = { unit: 'character', modelId: 'alpha-s1' } as const;

it('what was learned from requests goes before the price list of a service', async () => {
  const learned = { creditsPerUnit: 1.5, samples: 3 };
  expect(await ledger(learned).price('local', speech)).toEqual(learned);
  expect(await ledger().price('local', speech)).toEqual({ creditsPerUnit: 2, samples: 0 });
});

it('a service without a list, and work that a list does not name, have no price until one is learned', async () => {
  expect(await ledger().price('https://service.example', speech)).toBeUndefined();
  expect(await ledger().price('local', { unit: 'character', modelId: 'other' })).toBeUndefined();
  expect(await ledger().price('local', { unit: 'second', modelId: 'alpha-s1' })).toBeUndefined();
  expect(await ledger().price('local', { unit: 'second', family: 'voice-create' })).toBeUndefined();
  expect(await ledger().price('local', { unit: 'second', family: 'dubbing' })).toBeUndefined();
});

it('a family has the price of its own unit, which may be nothing', async () => {
  expect(await ledger().price('local', { unit: 'request', family: 'design-save' })).toEqual({ creditsPerUnit: 0, samples: 0 });
  expect(await ledger().price('local', { unit: 'second', family: 'transcription' })).toEqual({ creditsPerUnit: 4, samples: 0 });
});
