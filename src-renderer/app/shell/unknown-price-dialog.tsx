import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import type { Currency, Question } from '../../core/account/unknown-price-store.ts';
import { answerQuestion, useUnknownPrice } from '../../core/account/unknown-price.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { endSentence, plainFailure } from '../../lib/failure-words.ts';
import { number } from '../../lib/format.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';

/** The question before a purchase whose price is not known yet, or that may have been made before. */
export function UnknownPriceDialog() {
  const question = useUnknownPrice((state) => state.question);
  return question && <Ask question={question} />;
}

const againNotes: Readonly<Record<Currency, string>> = {
  credits: messages.account.againNote,
  quota: messages.account.againNoteQuota,
};

function Ask({ question }: { question: Question }) {
  const { name, takes, isAgain = false, unchecked, amount } = question;
  const account = useStudio((state) => state.account);
  const left = takes === 'quota' ? account?.apiQuotaRemaining : account?.credits;
  const balance =
    typeof left !== 'number'
      ? messages.account.balanceUnknown
      : takes === 'quota'
        ? messages.account.quotaNow(number(left))
        : messages.account.balanceIs(messages.account.credit(left));
  const cost =
    amount !== undefined && (takes === 'quota' ? messages.imagesVideo.apiQuota(number(amount)) : messages.account.credit(amount));
  const buysByItself = !isAgain && unchecked === undefined;
  return (
    <Dialog onClose={() => answerQuestion(false)} title={titleOf(question)}>
      <DialogWords>
        {noteOf(question)} {cost !== false && messages.account.againCost(cost)} {balance}
      </DialogWords>
      <DialogActions>
        {/* What may be bought a second time is not bought by the key that pressed the first button, held or pressed once more. */}
        <Button variant="default" data-autofocus={isAgain || undefined} onClick={() => answerQuestion(false)}>
          {messages.account.cancel}
        </Button>
        {unchecked !== undefined && (
          <Button variant="default" data-autofocus onClick={() => answerQuestion('check-again')}>
            {messages.account.checkAgain}
          </Button>
        )}
        <Button data-autofocus={buysByItself || undefined} onClick={() => answerQuestion(true)}>
          {name}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function titleOf({ name, isAgain, unchecked }: Question): string {
  if (unchecked !== undefined) return messages.account.uncheckedQuestion(name);
  return isAgain ? messages.account.againQuestion(name) : messages.account.unknownPriceQuestion(name);
}

function noteOf({ takes, isAgain, unchecked, note }: Question): string {
  if (unchecked !== undefined) return messages.account.uncheckedNote(endSentence(plainFailure(unchecked)));
  return isAgain ? (note ?? againNotes[takes]) : messages.account.unknownUntilFirst;
}
