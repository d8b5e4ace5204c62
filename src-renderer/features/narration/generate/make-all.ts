import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { toastOffer } from '../../../lib/toast.tsx';
import type { ChapterOrder } from './ask-first-store.ts';
import { goToBlock } from '../script/script.tsx';
import { makeOrAsk } from '../stores.ts';

/** Makes all of these. That some are left out, as they are too long, is told in the question, and where there is none, beside the run. */
export async function makeAll(orders: readonly ChapterOrder[], leftOut: readonly BlockId[]): Promise<void> {
  const isAsked = await makeOrAsk(orders, true, leftOut);
  const [first] = leftOut;
  if (isAsked || first === undefined) return;
  const { leftOutTitle, leftOutAsTooLong, goToBlock: label } = messages.narration;
  toastOffer(leftOutTitle, leftOutAsTooLong(leftOut.length), label, () => goToBlock(first));
}
