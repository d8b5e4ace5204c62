import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { toastOffer } from '../../../lib/toast.tsx';
import { castNext, makeOrAsk, showDetails } from '../stores.ts';
import { goToBlock } from '../script/script.tsx';
import type { ChapterOrder } from './ask-first-store.ts';
import { describeLeftOut, type LeftOutBlock, type LeftOutGroup } from './left-out.ts';

/** Makes all of these. The question names the blocks that are left out; where there is none, a notice beside the run does. */
export async function makeAll(orders: readonly ChapterOrder[], leftOut: readonly LeftOutBlock[]): Promise<void> {
  const isAsked = await makeOrAsk(orders, true, leftOut);
  const groups = describeLeftOut(leftOut, useProject.getState().details?.cast ?? []);
  const [first] = groups;
  if (isAsked || first === undefined) return;
  const { label, act } = remedyOf(first);
  toastOffer(messages.narration.leftOutTitle, groups.map(({ words }) => words).join(' '), label, act, 'left-out', true);
}

/** The way to where blocks that are left out can be made speakable. */
export function remedyOf({ obstacle, first }: LeftOutGroup): { label: string; act: () => void } {
  if (obstacle === 'no-voice') return { label: messages.voicing.chooseVoice, act: () => chooseVoiceOf(first.characterId) };
  return { label: messages.narration.goToBlock, act: () => goToBlock(first.id) };
}

/** Shows the voice of a character in Cast. */
export function chooseVoiceOf(characterId: string | undefined): void {
  showDetails();
  castNext(characterId);
}
