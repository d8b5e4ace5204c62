import { plainText } from '#shared/plain-text.ts';
import type { Ledger, LedgerEntry, OperationQuery } from './types.ts';

/** Operations that are read of the ledger at once, and looked through for one answer. */
const page = 100;
const lookedThrough = 2_000;

export interface LedgerSearch {
  families: NonNullable<OperationQuery['families']>;
  /** Words, each of which an item’s text must contain; without case and accents. */
  search?: string | undefined;
  /** Only operations older than this one. */
  before?: string | undefined;
  /** Items at most. */
  limit: number;
}

/**
 * Finds items among the newest operations. `read` gives an entry as an item and the text that is searched, or `undefined` for one that is
 * none. `next` is where the next search begins, `null` at the end of the ledger; it may come with fewer items than the limit.
 */
export async function searchLedger<Item>(
  ledger: Pick<Ledger, 'list'>,
  { families, search = '', before, limit }: LedgerSearch,
  read: (entry: LedgerEntry) => Promise<{ item: Item; text: string } | undefined>,
): Promise<{ items: Item[]; next: string | null }> {
  const words = plainText(search).split(/\s+/u).filter(Boolean);
  const items: Item[] = [];
  let last = before;
  for (let seen = 0; seen < lookedThrough; seen += page) {
    const entries = await ledger.list({ families, limit: page, ...(last !== undefined && { before: last }) });
    for (const entry of entries) {
      last = entry.operationId;
      const found = await read(entry);
      if (found === undefined) continue;
      const text = plainText(found.text);
      if (!words.every((word) => text.includes(word))) continue;
      items.push(found.item);
      if (items.length === limit) return { items, next: last };
    }
    if (entries.length < page) return { items, next: null };
  }
  return { items, next: last ?? null };
}
