import type { Order } from './engine.ts';
import type { Ledger } from './ledger/types.ts';

/** The newest operations of a family, among which the same one is looked for. */
const lookedThrough = 200;

/** The newest operation of exactly this work at the service that is made or under way; `null` where there is none. */
export async function findEarlier(
  ledger: Pick<Ledger, 'list'>,
  { family, fingerprint }: Pick<Order, 'family' | 'fingerprint'>,
  connectionId: string,
): Promise<{ operationId: string | null }> {
  const made = await ledger.list({ families: [family], states: ['done', 'waiting', 'sending'], connectionId, limit: lookedThrough });
  return { operationId: made.find((entry) => entry.fingerprint === fingerprint)?.operationId ?? null };
}
