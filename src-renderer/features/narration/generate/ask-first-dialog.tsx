import { useRef } from 'react';
import { Anchor, Button } from '@mantine/core';
import { useCapPassed, usePriceBasis } from '../../../core/account/price.tsx';
import { goToPanel } from '../../../core/window/window.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { formatDuration, number } from '../../../lib/format.ts';
import { type Question } from './ask-first-store.ts';
import classes from './ask-first-dialog.module.css';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { answerQuestion, canNarrowQuestion, narrowQuestion, useAskFirst } from '../stores.ts';
import { describeLeftOut, type LeftOutBlock } from './left-out.ts';
import { remedyOf } from './make-all.ts';

/** Characters that are spoken in a second, about; for the length of what is not made yet. */
export const charactersPerSecond = 15;

/** The question before a large purchase, and before the first of a project. */
export function AskFirstDialog() {
  const question = useAskFirst((state) => state.question);
  return question && <Ask question={question} />;
}

function Ask({ question }: { question: Question }) {
  const { orders, estimate, isFirst, leftOut } = question;
  const agree = useRef<HTMLButtonElement>(null);
  const count = orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  const free = Math.max(0, count - estimate.blocks);
  const isHosted = useStudio((state) => state.connection?.kind === 'account');
  const basis = usePriceBasis(estimate.credits, estimate.learnedFrom);
  const passed = useCapPassed(estimate.credits);
  const balance = useStudio((state) => state.account?.credits ?? undefined);
  const price = estimate.credits === null ? undefined : Math.ceil(estimate.credits);
  const facts: [string, string][] = [
    ...(orders.length > 1 ? [[messages.narration.chapters, number(orders.length)] satisfies [string, string]] : []),
    [messages.narration.blocks, free === 0 ? number(count) : messages.narration.someFree(number(count), number(free))],
    [messages.narration.characters, number(estimate.characters)],
    [messages.narration.speech, messages.narration.about(formatDuration(estimate.characters / charactersPerSecond))],
    [
      messages.narration.price,
      price === undefined ? messages.narration.unknown : messages.narration.about(messages.narration.credit(price)),
    ],
    // What would pass a cap is not sent: what is left then is not known.
    balanceFact(balance, passed === undefined ? price : undefined),
  ];
  return (
    <Dialog onClose={() => answerQuestion(false)} title={messages.narration.generateBlocksQuestion(messages.narration.block(count))}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {free > 0 && <DialogWords>{messages.narration.whyFree}</DialogWords>}
      <LeftOut blocks={leftOut} />
      {estimate.outcomeUnknown !== undefined && <DialogWords>{messages.narration.outcomeUnknown(estimate.outcomeUnknown)}</DialogWords>}
      {estimate.sentBefore !== undefined && (
        <DialogWords>{messages.narration.sentBefore(estimate.sentBefore, estimate.outcomeUnknown !== undefined)}</DialogWords>
      )}
      {passed !== undefined && <OverCap words={passed} />}
      <DialogWords>
        {price === undefined && isHosted ? messages.account.unknownUntilFirst : basis}
        {isFirst && messages.narration.askedOncePerProject}
      </DialogWords>
      <DialogActions>
        <Button variant="default" onClick={() => answerQuestion(false)}>
          {messages.narration.cancel}
        </Button>
        {canNarrowQuestion(question) && (
          <Button variant="default" onClick={() => void narrowQuestion().then(() => agree.current?.focus())}>
            {messages.narration.onlyThisChapter}
          </Button>
        )}
        <Button ref={agree} data-autofocus onClick={() => answerQuestion(true)}>
          {messages.narration.generate}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** That a cap would be passed, with the way to it. */
function OverCap({ words }: { words: string }) {
  const goThere = (): void => {
    answerQuestion(false);
    goToPanel({ panel: 'account', section: 'budget' });
  };
  return (
    <DialogWords>
      <span className={classes.overCap}>{words}</span>{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={goThere}>
        {messages.failures.changeCap}
      </Anchor>
    </DialogWords>
  );
}

/** What is not made, with the way to what would change that. */
function LeftOut({ blocks }: { blocks: readonly LeftOutBlock[] }) {
  const cast = useProject((state) => state.details?.cast);
  return describeLeftOut(blocks, cast ?? []).map((group) => {
    const { label, act } = remedyOf(group);
    const goThere = (): void => {
      answerQuestion(false);
      act();
    };
    return (
      <DialogWords key={group.obstacle}>
        {group.words}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={goThere}>
          {label}
        </Anchor>
      </DialogWords>
    );
  });
}

/** What will be left; the balance as it is where the price is not known. */
function balanceFact(balance: number | undefined, price: number | undefined): [string, string] {
  if (balance === undefined) return [messages.narration.balanceNow, messages.narration.unknown];
  if (price === undefined) return [messages.narration.balanceNow, messages.narration.credit(balance)];
  const after = balance - price;
  const words = after < 0 ? messages.narration.creditsShort(number(-after)) : messages.narration.about(messages.narration.credit(after));
  return [messages.narration.balanceAfter, words];
}
