import { messages } from '#shared/messages/index.ts';
import type { DraftPrice } from './manuscript-store.ts';

/** What generating would cost: an unknown price is called unknown. */
export function formatPrice(price: DraftPrice | 'failed' | undefined): string {
  if (price === undefined) return messages.manuscript.priceAsked;
  if (price === 'failed' || price.credits === null) return messages.manuscript.priceUnknown;
  if (price.characters === 0) return messages.manuscript.nothingToGenerate;
  return messages.manuscript.price(messages.narration.credit(Math.ceil(price.credits)));
}
