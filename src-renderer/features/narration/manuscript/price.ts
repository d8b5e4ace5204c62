import { messages } from '#shared/messages/index.ts';
import type { DraftPrice } from './draft-price.ts';

/** What generating would cost: an unknown price is called unknown, and what was paid for before or has no voice is named, as the price is that much lower. */
export function formatPrice(price: DraftPrice | 'failed' | undefined): string {
  if (price === undefined) return messages.manuscript.priceAsked;
  if (price === 'failed') return messages.manuscript.priceUnknown;
  const words = formatCredits(price);
  const { voiceless } = price;
  return voiceless === 0 ? words : messages.manuscript.priceWithVoiceless(words, messages.narration.block(voiceless), voiceless);
}

function formatCredits({ credits, paid, characters }: DraftPrice): string {
  if (credits === null) return messages.manuscript.priceUnknown;
  if (characters === 0) return paid === 0 ? messages.manuscript.nothingToGenerate : messages.manuscript.allPaid;
  const words = messages.manuscript.price(messages.narration.credit(Math.ceil(credits)));
  return paid === 0 ? words : messages.manuscript.priceWithPaid(words, messages.narration.block(paid));
}
