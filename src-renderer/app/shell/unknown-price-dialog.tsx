import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import type { Currency, Question } from '../../core/account/unknown-price-store.ts';
import { answerQuestion, useUnknownPrice } from '../../core/account/unknown-price.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { number } from '../../lib/format.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';

/** The question before a purchase whose price is not known yet. */
export function UnknownPriceDialog() {
  const question = useUnknownPrice((state) => state.question);
  return question && <Ask question={question} />;
}

const againNotes: Readonly<Record<Currency, string>> = {
  credits: messages.account.againNote,
  quota: messages.account.againNoteQuota,
};

function Ask({ question: { name, takes, isAgain = false, amount, note } }: { question: Question }) {
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
  return (
    <Dialog
      onClose={() => answerQuestion(false)}
      title={isAgain ? messages.account.againQuestion(name) : messages.account.unknownPriceQuestion(name)}
    >
      <DialogWords>
        {isAgain ? (note ?? againNotes[takes]) : messages.account.unknownUntilFirst} {cost !== false && messages.account.againCost(cost)}{' '}
        {balance}
      </DialogWords>
      <DialogActions>
        {/* What is made again is not bought by the key that pressed the first button, held or pressed once more. */}
        <Button variant="default" data-autofocus={isAgain || undefined} onClick={() => answerQuestion(false)}>
          {messages.account.cancel}
        </Button>
        <Button data-autofocus={!isAgain || undefined} onClick={() => answerQuestion(true)}>
          {name}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
