import { messages } from '#shared/messages/index.ts';
import type { ChangePreview } from './voicing-store.ts';

/** What a change would make stale, and what generating that again would cost. */
export function previewWords({ stale, credits }: Pick<ChangePreview, 'stale' | 'credits'>): string {
  if (stale === 0) return messages.voicing.stale(0);
  const price = credits === null ? messages.voicing.costUnknown : messages.voicing.cost(messages.narration.credit(Math.ceil(credits)));
  return `${messages.voicing.stale(stale)} · ${price}`;
}
