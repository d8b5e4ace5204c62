import { Button, Loader, Tooltip } from '@mantine/core';
import { useEffect, type KeyboardEvent } from 'react';
import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { focusScript, goToBlock } from '../script/script.tsx';
import {
  closeRepair,
  dismissSentence,
  generateRepair,
  hearRepair,
  keepRepair,
  placeSentence,
  retryRepair,
  undoRepair,
  useRepair,
  useTakes,
  watchRepair,
} from '../stores.ts';
import takes from '../takes/takes.module.css';
import { PlanPrice } from './plan-price.tsx';
import classes from './repair-bar.module.css';

/** A repair above the script: what it would generate and cost, then before and after. */
export function RepairBar() {
  const repair = useRepair((state) => state.repair);
  useEffect(watchRepair, []);
  if (!repair) return <Unplaced />;
  if (repair.step === 'failed') return <Failed failure={repair.failure} />;
  const title = repair.selection ? messages.repair.selectionTitle : messages.repair.changedTitle;
  const isComparing = repair.step === 'comparing';
  return (
    <div className={classes.bar} role="group" aria-label={isComparing ? messages.repair.compare : title} onKeyDown={onEscape}>
      {repair.step === 'asking' ? (
        <Question title={title} plan={repair.plan} />
      ) : isComparing ? (
        <Compare beforeId={repair.beforeId} afterId={repair.afterId} />
      ) : (
        <Generating />
      )}
    </div>
  );
}

/** What failed. A take that cannot be repaired as it is was never asked of the service, and asking again would end in the same way. */
function Failed({ failure }: { failure: Failure }) {
  const { charged, next, requestId } = failure;
  if (charged === 'no' && requestId === undefined && next === 'generate-again')
    return <FailureCard failure={failure} paid={false} title={messages.shapes.titleNotPossible} steps={null} onDismiss={close} />;
  return (
    <FailureCard
      failure={failure}
      // What trying again costs is a question of its own: sentences that were bought before are free.
      {...(next === 'generate-again' && { steps: <p className={classes.quiet}>{messages.repair.tryAgainAsks}</p> })}
      action={
        <Button variant="default" onClick={() => void retryRepair()}>
          {messages.repair.tryAgain}
        </Button>
      }
      onDismiss={close}
    />
  );
}

/** Offers what was paid for and is in no take, as the program was ended before. */
function Unplaced() {
  const sentence = useRepair((state) => state.unplaced[0]);
  if (!sentence) return null;
  return (
    <div className={classes.bar}>
      <div className={classes.words} role="status">
        <h3 className={classes.title}>{messages.repair.unplacedTitle}</h3>
        <p className={classes.quiet}>{messages.repair.unplacedNote(sentence.take.text)}</p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => dismissSentence(sentence)}>
          {messages.repair.notNow}
        </Button>
        <Button variant="default" onClick={() => goToBlock(sentence.blockId)}>
          {messages.narration.goToBlock}
        </Button>
        <Button
          onClick={() => {
            goToBlock(sentence.blockId);
            void placeSentence(sentence);
          }}
        >
          {messages.repair.place}
        </Button>
      </div>
    </div>
  );
}

function close(): void {
  closeRepair();
  focusScript();
}

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  close();
}

type Asking = Extract<NonNullable<ReturnType<typeof useRepair.getState>['repair']>, { step: 'asking' }>;

function Question({ title, plan }: { title: string; plan: Asking['plan'] }) {
  const generate = (): void => {
    void generateRepair();
    focusScript();
  };
  return (
    <>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        {plan && (
          <>
            {plan.texts.length > 0 && (
              <p className={classes.sentence} lang="">
                {plan.texts.join(' … ')}
              </p>
            )}
            <p className={classes.quiet}>
              {plan.texts.length === 0 ? messages.repair.onlyRemoved : messages.repair.sentences(plan.texts.length)}{' '}
              {plan.isWhole ? messages.repair.wholeBlock : messages.repair.rest}
            </p>
          </>
        )}
      </div>
      <div className={classes.actions}>
        <span className={classes.quiet} role="status">
          {plan ? <PlanPrice plan={plan} /> : messages.repair.loadingPrice}
        </span>
        <Button variant="default" onClick={close}>
          {messages.repair.cancel}
        </Button>
        {/* The focus comes here with the price, so that Enter agrees to what is read. */}
        {plan && (
          <Button autoFocus onClick={generate}>
            {plan.texts.length === 0 ? messages.repair.apply : messages.repair.generate}
          </Button>
        )}
      </div>
    </>
  );
}

function Generating() {
  return (
    <>
      <Loader size={iconSize.normal} />
      <div className={classes.words} role="status">
        {messages.repair.generating}
      </div>
      <Button variant="default" onClick={closeRepair}>
        {messages.repair.stop}
      </Button>
    </>
  );
}

function Compare({ beforeId, afterId }: { beforeId: string; afterId: string }) {
  const heard = useTakes((state) => (state.paused ? undefined : state.heard));
  const keys = useKeys('repair.compare');
  const ariaKeys = useAriaKeys('repair.compare');
  const side = (name: string, note: string, takeId: string, which: 'before' | 'after') => (
    <Tooltip label={withKeys(note, keys)}>
      <button
        type="button"
        className={takes.side}
        aria-pressed={heard === takeId}
        aria-keyshortcuts={ariaKeys}
        onClick={() => hearRepair(which)}
      >
        {name}
      </button>
    </Tooltip>
  );
  return (
    <>
      <div className={classes.words}>{keys === '' ? messages.repair.compareNote : messages.repair.compareNoteWithKeys(keys)}</div>
      <div className={classes.actions}>
        <div className={`${takes.pair} ${classes.sides}`}>
          {side(messages.repair.before, messages.repair.beforeNote, beforeId, 'before')}
          {side(messages.repair.after, messages.repair.afterNote, afterId, 'after')}
        </div>
        <Tooltip label={messages.repair.undoNote}>
          <Button
            variant="default"
            onClick={() => {
              undoRepair();
              focusScript();
            }}
          >
            {messages.repair.undo}
          </Button>
        </Tooltip>
        <Button
          onClick={() => {
            keepRepair();
            focusScript();
          }}
        >
          {messages.repair.keep}
        </Button>
      </div>
    </>
  );
}
