import type { PriceList } from '../../infra/price-list.ts';
import type { OperationFamily } from '../family-rules.ts';
import type { Ledger, Unit } from './types.ts';

/** Families that have a price of their own, and what it is for. */
const listed: Partial<Record<OperationFamily, { unit: Unit; entry: Exclude<keyof PriceList, 'character'> }>> = {
  design: { unit: 'character', entry: 'design' },
  'design-save': { unit: 'request', entry: 'saved_design' },
  'voice-create': { unit: 'request', entry: 'clone' },
  transcription: { unit: 'second', entry: 'transcription' },
  'lip-sync': { unit: 'second', entry: 'lip_sync' },
};

/** The same ledger, which answers with a service's own list where no price was learned yet. */
export function withListedPrices(ledger: Ledger, listOf: (connectionId: string) => PriceList | undefined): Ledger {
  return {
    ...ledger,
    price: async (connectionId, of) => {
      const learned = await ledger.price(connectionId, of);
      if (learned !== undefined) return learned;
      const list = listOf(connectionId);
      const creditsPerUnit = list && findListed(list, of);
      return creditsPerUnit === undefined ? undefined : { creditsPerUnit, samples: 0 };
    },
  };
}

function findListed(list: PriceList, of: Parameters<Ledger['price']>[1]): number | undefined {
  if ('modelId' in of) return of.unit === 'character' ? list.character[of.modelId] : undefined;
  const found = listed[of.family];
  return found?.unit === of.unit ? list[found.entry] : undefined;
}
