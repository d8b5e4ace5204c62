import { expect, it } from 'vitest';
import { createDesignHistory, expectSpoken } from '#main/features/designs/history.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const preview = 'a'.repeat(100);
const design = (connectionId: string, creditsUsed: number | null, providers?: string[], amount = 0) =>
  ({
    amount,
    family: 'design',
    state: 'done',
    connectionId,
    creditsUsed,
    body: Buffer.from(JSON.stringify({ prompt: 'A calm old sailor.', previewText: preview, ...(providers && { providers }) })),
  }) as unknown as LedgerEntry;

function estimate(entries: LedgerEntry[], characters: number, providers: number, listed?: number) {
  const price = listed === undefined ? undefined : { creditsPerUnit: listed, samples: 0 };
  const ledger = { list: () => Promise.resolve(entries), price: () => Promise.resolve(price) };
  return createDesignHistory(ledger as never, {} as never, {} as never, () => 'here')['designs.estimate'](
    { characters, providers },
    context,
  );
}

it('a design is estimated by the character and provider, from what this service has charged for others', async () => {
  expect(await estimate([design('here', 20, ['alpha'])], 50, 2)).toEqual({ credits: 20, learnedFrom: 1 });
  expect(await estimate([design('here', 20, ['alpha']), design('here', 40, ['alpha'])], 100, 1)).toEqual({ credits: 30, learnedFrom: 2 });
});

it('another service’s designs, and those whose charge nobody reported, say nothing of the price', async () => {
  const own = design('here', 20, ['alpha']);
  expect(await estimate([design('there', 900, ['alpha']), own, design('here', null, ['alpha'])], 100, 1)).toEqual({
    credits: 20,
    learnedFrom: 1,
  });
  expect(await estimate([design('there', 900), design('here', null)], 100, 1)).toEqual({ credits: null, learnedFrom: 0 });
});

it('before the first design the service’s own price list says what one costs', async () => {
  expect(await estimate([], 100, 2, 3)).toEqual({ credits: 600, learnedFrom: 0 });
  expect(await estimate([design('here', 20, ['alpha'])], 50, 2, 3)).toEqual({ credits: 20, learnedFrom: 1 });
});

it('a cap counts every preview that a design will speak, also where a provider speaks the text more than once', async () => {
  const spoken = (entries: LedgerEntry[]) =>
    expectSpoken({ list: () => Promise.resolve(entries) }, 'here', { previewText: 'a'.repeat(50), providers: ['alpha', 'beta'] });
  // Before the first, the price is the service's own for a character by a provider.
  expect(await spoken([])).toBe(100);
  // Each of two providers spoke the 100 characters twice.
  expect(await spoken([design('here', 40, ['alpha', 'beta'], 400)])).toBe(200);
  expect(await spoken([design('there', 40, ['alpha', 'beta'], 400), design('here', null, ['alpha'], 900)])).toBe(100);
});
