import type { Order } from './engine.ts';
import type { Ledger } from './ledger/types.ts';

/** The newest operation of exactly this work at the service that is made, however long ago, or under way; `null` where there is none. */
export async function findEarlier(
  ledger: Pick<Ledger, 'paid' | 'pending'>,
  { fingerprint }: Pick<Order, 'fingerprint'>,
  connectionId: string,
): Promise<{ operationId: string | null }> {
  const isThis = (entry: { fingerprint: string; connectionId: string }): boolean =>
    entry.fingerprint === fingerprint && entry.connectionId === connectionId;
  const found = (await ledger.pending()).findLast(isThis) ?? (await ledger.paid(fingerprint, connectionId));
  return { operationId: found?.operationId ?? null };
}
