import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchLedger } from '#main/paid-requests/ledger/search.ts';
import type { LedgerEntry, OperationQuery } from '#main/paid-requests/ledger/types.ts';

/** A ledger of entries with these summaries, the newest first. */
function ledgerOf(summaries: readonly string[]) {
  const queries: OperationQuery[] = [];
  const entries = summaries.map((summary, at) => ({ operationId: String(at), summary }) as LedgerEntry);
  const list = (query: OperationQuery) => {
    queries.push(query);
    const from = query.before === undefined ? 0 : Number(query.before) + 1;
    return Promise.resolve(entries.slice(from, from + query.limit));
  };
  return { ledger: { list }, queries };
}

const readSummary = ({ summary }: LedgerEntry) => Promise.resolve(summary === 'none' ? undefined : { item: summary, text: summary });
const families = ['transcription'] as const;

it('a search of several pages finds every item that has all words, each once, in the order of the ledger', async () => {
  const summary = fc.constantFrom('none', 'Über Wien', 'uber den Wolken', 'Wien', 'über');
  await fc.assert(
    fc.asyncProperty(fc.array(summary, { maxLength: 320 }), fc.integer({ min: 1, max: 40 }), async (summaries, limit) => {
      const { ledger } = ledgerOf(summaries);
      const found: string[] = [];
      for (let before: string | undefined; ;) {
        const { items, next } = await searchLedger(ledger, { families, search: 'UBER w', before, limit }, readSummary);
        expect(items.length).toBeLessThanOrEqual(limit);
        found.push(...items);
        if (next === null) break;
        before = next;
      }
      expect(found).toEqual(summaries.filter((one) => one === 'Über Wien' || one === 'uber den Wolken'));
    }),
    { numRuns: 40 },
  );
});

it('a search that finds nothing gives up after 2,000 operations, and says where to go on', async () => {
  const { ledger, queries } = ledgerOf(Array.from({ length: 2_500 }, () => 'Wien'));
  const first = await searchLedger(ledger, { families, search: 'Paris', limit: 5 }, readSummary);
  expect(first).toEqual({ items: [], next: '1999' });
  expect(queries).toHaveLength(20);
  const rest = await searchLedger(ledger, { families, search: 'Paris', before: '1999', limit: 5 }, readSummary);
  expect(rest).toEqual({ items: [], next: null });
});
