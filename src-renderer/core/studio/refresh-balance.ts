import { messages } from '#shared/messages/index.ts';
import { failureTitle } from '../../lib/failure-words.ts';
import { numberOrUnknown } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { refreshAccount, useStudio } from './studio.ts';

/** Reads the balance again, as a person asked for it, and says what it is: the figure alone may not change. */
export async function refreshBalance(): Promise<void> {
  await refreshAccount();
  const { account, accountFailure } = useStudio.getState();
  announce(accountFailure ? failureTitle(accountFailure) : messages.window.balanceIs(numberOrUnknown(account?.credits ?? null)));
}
