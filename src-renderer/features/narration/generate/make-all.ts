import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { toastOffer } from '../../../lib/toast.tsx';
import type { ChapterOrder } from './ask-first-store.ts';
import { goToBlock } from '../script/script.tsx';
import { makeOrAsk } from '../stores.ts';

/** Makes all of these. The question says that some are left out as too long; where there is none, a notice beside the run does. */
export async function makeAll(orders: readonly ChapterOrder[], leftOut: readonly BlockId[]): Promise<void> {
  const isAsked = await makeOrAsk(orders, true, leftOut);
  const [first] = leftOut;
  if (isAsked || first === undefined) return;
  const { leftOutTitle, leftOutAsTooLong, goToBlock: label } = messages.narration;
  toastOffer(leftOutTitle, leftOutAsTooLong(leftOut.length), label, () => goToBlock(first), 'left-out');
}
