import { Button } from '@mantine/core';
import { useStudio } from '../../core/studio/studio.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { formatDuration, number, plural } from '../../lib/format.ts';
import { answerQuestion, useAskFirst, type Question } from './ask-first.ts';
import classes from './ask-first-dialog.module.css';

/** Characters that are spoken in a second, about; for the length of what is not made yet. */
const charactersPerSecond = 15;

/** The question before a large purchase, and before the first of a project. */
export function AskFirstDialog() {
  const question = useAskFirst((state) => state.question);
  return question && <Ask question={question} />;
}

function Ask({ question: { estimate, isFirst } }: { question: Question }) {
  const balance = useStudio((state) => state.account?.credits ?? undefined);
  const price = estimate.credits === null ? undefined : Math.ceil(estimate.credits);
  const after = balance === undefined || price === undefined ? undefined : balance - price;
  const facts: [string, string][] = [
    ['Blocks', number(estimate.blocks)],
    ['Characters', number(estimate.characters)],
    ['Speech', `about ${formatDuration(estimate.characters / charactersPerSecond)}`],
    ['Price', price === undefined ? 'Unknown' : `about ${plural(price, 'credit')}`],
    ['Balance after', after === undefined ? 'Unknown' : after < 0 ? `${number(-after)} credits short` : `about ${plural(after, 'credit')}`],
  ];
  return (
    <Dialog onClose={() => answerQuestion(false)} title={`Generate ${plural(estimate.blocks, 'block')}?`}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DialogWords>
        {price === undefined
          ? 'The service names no prices. They are learned from what you generate.'
          : `The price is learned from ${plural(estimate.learnedFrom, 'earlier request')}.`}
        {isFirst && ' You are asked once for each project, and whenever the price is above the limit set in Account.'}
      </DialogWords>
      <DialogActions>
        <Button variant="default" onClick={() => answerQuestion(false)}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => answerQuestion(true)}>
          Generate
        </Button>
      </DialogActions>
    </Dialog>
  );
}
