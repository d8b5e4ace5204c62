import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { noDefaults, spokenOf } from '#shared/narration/shape.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { priceOfCharacter } from '../../../core/account/character-price.ts';
import { creditsFrom, usePrice } from '../../../core/account/price.tsx';
import { currentChapter, useChapter } from '../../../core/chapter/chapter.ts';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { defaultModelId } from '../../../core/voices/voice-facts.ts';
import { nameOfVoice, useVoices } from '../../../core/voices/voices.ts';
import { isPlayable } from './takes-store.ts';
import { because, textDifference, type TakeView } from './takes-view.ts';
import { clock, moment, number, timeOfDay } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { incompleteWords } from './take-words.ts';
import classes from './takes.module.css';
import { messages } from '#shared/messages/index.ts';
import { chooseTakeOf, compareTakes, pick, playTake, restoreTake, starTake, useTakes } from '../stores.ts';

/** What has changed in a text is worked out when nothing was written for this long, in milliseconds. */
const restsAfterMs = 300;

interface CardProps {
  view: TakeView;
  name: string;
  blockId: string;
  views: readonly TakeView[];
  open: boolean;
}

export function TakeCard({ view, name, blockId, views, open }: CardProps) {
  const { take, state, heard } = view;
  const sounding = useTakes((playing) => playing.heard === take.id && !playing.paused);
  const isListed = useStudio((studio) => studio.voiceNames.has(take.voiceId));
  const called = useVoices(() => nameOfVoice(take.voiceId));
  const isNamed = called !== take.voiceId;
  const voice = isListed ? called : isNamed ? messages.narration.voiceNamedNotListed(called) : messages.narration.voiceNotListed;
  const details = useId();
  const playKeys = useKeys('takes.play');
  const starKeys = useKeys('takes.star');
  const when = new Date(take.createdAt);
  const play = sounding ? messages.narration.pause : messages.narration.play;
  return (
    <li className={classes.card} data-state={state} data-heard={heard ? '' : undefined} data-take={take.id} aria-label={name}>
      <div className={classes.head}>
        <Tooltip
          label={state === 'damaged' ? messages.narration.takeDamaged : withKeys(messages.narration.thisTake(play), open ? playKeys : '')}
        >
          <ActionIcon
            aria-label={`${play} ${name}`}
            variant="subtle"
            {...(isPlayable(view) ? {} : { 'data-disabled': true })}
            aria-disabled={!isPlayable(view)}
            onClick={() => {
              pick(take.id);
              if (isPlayable(view)) playTake(take);
            }}
          >
            {sounding ? (
              <IconPlayerPauseFilled size={iconSize.normal} aria-hidden />
            ) : (
              <IconPlayerPlayFilled size={iconSize.normal} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
        <button type="button" className={classes.title} aria-expanded={open} aria-controls={details} onClick={() => pick(take.id)}>
          <span className={classes.name}>
            {name} <span className={classes.quiet}>· {clock(take.samples / sampleRate)}</span>
          </span>
          <span className={classes.quiet}>
            <time dateTime={when.toISOString()}>{shortTime(when)}</time> ·{' '}
            {take.source === 'recording' ? messages.recordedTakes.recording : voice}
          </span>
        </button>
        <span className={classes.badges}>
          {heard && <span className={classes.heard}>{messages.narration.inUse}</span>}
          {state !== 'current' && (
            <span className={classes.state} data-state={state}>
              {stateWords[state]}
            </span>
          )}
        </span>
        <Tooltip label={withKeys(take.starred ? messages.narration.unstar : messages.narration.star, open ? starKeys : '')}>
          <ActionIcon
            aria-label={messages.narration.starNamed(name)}
            aria-pressed={take.starred}
            variant="subtle"
            className={take.starred ? classes.starred : undefined}
            onClick={() => void starTake(take, !take.starred)}
          >
            {take.starred ? <IconStarFilled size={iconSize.normal} aria-hidden /> : <IconStar size={iconSize.normal} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </div>
      {open && (
        <div id={details} className={classes.details}>
          <TakeFacts view={view} blockId={blockId} />
          <TakeActions view={view} name={name} blockId={blockId} views={views} />
        </div>
      )}
    </li>
  );
}

/** A take of what the block is now says nothing. */
const stateWords: Record<Exclude<TakeView['state'], 'current'>, string> = {
  stale: messages.narration.stale,
  incomplete: messages.narration.incomplete,
  damaged: messages.narration.damaged,
};

function shortTime(when: Date): string {
  return when.toDateString() === new Date().toDateString() ? timeOfDay(when.getTime()) : moment(when.getTime());
}

function TakeFacts({ view, blockId }: { view: TakeView; blockId: string }) {
  const { take, state } = view;
  const voice = useStudio((studio) => knownVoices(studio).find((known) => known.voiceId === take.voiceId));
  const models = useStudio((studio) => knownModels(studio));
  const model = take.modelId ?? (voice ? messages.narration.defaultModel : messages.narration.unknownModel);
  const estimate = useEstimatedCost(view, voice);
  const credits =
    take.creditsUsed !== null
      ? messages.narration.credit(take.creditsUsed)
      : estimate === undefined
        ? messages.narration.loadingPrice
        : estimate === null
          ? messages.narration.creditsUnknown
          : messages.shapes.about(messages.narration.credit(estimate));
  // What a repair joined was paid for piece by piece: Jobs has the charges, and the joined take none of its own.
  const made = take.derivedFrom ? model : `${model} · ${credits}`;
  return (
    <>
      {state === 'stale' && <p className={classes.because}>{messages.narration.madeWith(because(view.because))}</p>}
      {state === 'damaged' && <p className={classes.problem}>{messages.narration.takeDamagedNote}</p>}
      {state === 'incomplete' && <p className={classes.problem}>{incompleteWords(take, voice, models)}</p>}
      {view.because.includes('text') && <Difference take={take} blockId={blockId} />}
      <p className={classes.facts}>
        {take.source === 'recording' ? messages.recordedTakes.recordingFacts(take.fileName) : made}
        {take.derivedFrom && messages.repair.repairedTake}
        {take.variant && messages.narration.readingNumber(number(take.variant.number + 1))}
        {editNote(view.edit)}
        {wordTimesNote(take)}
      </p>
      {take.requestId !== null && (
        <details className={classes.difference}>
          <summary>{messages.narration.takeDetails}</summary>
          <RequestId id={take.requestId} />
        </details>
      )}
    </>
  );
}

/** About what a whole take cost whose charge the service does not report, as of a phrase of Live: undefined while that is asked for, null where it is not known. */
function useEstimatedCost({ take, state }: TakeView, voice: CatalogueVoice | undefined): number | null | undefined {
  const isStarting = useStudio(({ connection }) => connection === undefined || connection.state === 'starting');
  const modelId = take.modelId ?? (voice && defaultModelId(voice));
  const isAsked = take.creditsUsed === null && take.source === undefined && !take.derivedFrom && state !== 'incomplete';
  const price = usePrice(isAsked && modelId !== undefined ? modelId : '', (signal) => priceOfCharacter(modelId ?? '', signal));
  const perCharacter = creditsFrom(price, ({ creditsPerUnit }) => creditsPerUnit);
  if (typeof perCharacter === 'number') return Math.ceil(perCharacter * take.text.length);
  return isStarting ? undefined : perCharacter;
}

function editNote({ gainDb = 0, trimStartMs = 0, trimEndMs = 0, crossfadeMs }: TakeView['edit']): string {
  const trimmedMs = trimStartMs + trimEndMs;
  return [
    gainDb === 0 ? '' : messages.takeEdits.factGain(gainDb > 0 ? `+${number(gainDb)}` : number(gainDb)),
    trimmedMs === 0 ? '' : messages.takeEdits.factTrimmed(number(trimmedMs / 1000)),
    crossfadeMs === undefined ? '' : messages.takeEdits.factCrossfade(number(crossfadeMs)),
  ].join('');
}

/** How the times of its words are known, where the service did not measure all of them. */
function wordTimesNote(take: Take): string {
  if (take.alignment === 'estimated') return messages.narration.wordTimesEstimated;
  if (take.words.some((word) => word.estimated === true)) return messages.narration.someWordTimesEstimated;
  return take.state === 'complete' && take.words.length === 0 ? messages.narration.takeHasNoWordTimes : '';
}

/** What the take says that the block does not, and the other way round. */
function Difference({ take, blockId }: { take: Take; blockId: string }) {
  const now = useRestingText(blockId);
  if (take.text === now) return null;
  const difference = textDifference(take.text, now);
  if (!difference) return <p className={classes.facts}>{messages.narration.differentText(take.text.slice(0, 120))}</p>;
  const { added, removed, parts } = difference;
  return (
    <details className={classes.difference}>
      <summary>{messages.narration.textChanges(messages.narration.word(added), number(removed))}</summary>
      <p className={classes.text} lang="">
        {parts.map((part, index) => {
          const Tag = part.kind === 'added' ? 'ins' : part.kind === 'removed' ? 'del' : 'span';
          return <Tag key={index}>{part.text}</Tag>;
        })}
      </p>
    </details>
  );
}

/** What would be sent for a block. */
function textOf(blockId: string): string {
  const block = currentChapter().block(blockId);
  return block ? spokenOf(block, useProject.getState().details ?? noDefaults).text : '';
}

/** The text of a block as it was when it last rested: while it is written, nothing is drawn anew. */
function useRestingText(blockId: string): string {
  const [text, setText] = useState(() => textOf(blockId));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = useChapter.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(textOf(blockId)), restsAfterMs);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [blockId]);
  return text;
}

/** What can be done with it now. */
function TakeActions({ view, name, blockId, views }: Omit<CardProps, 'open'>) {
  const { take, chosen, restorable, state } = view;
  // That it is in use is said above; the way back to the newest stands below the list.
  const isGiven = view.heard;
  // The key chooses the one that plays then.
  const isComparing = useTakes(({ takeIds }) => takeIds.length === 2);
  const hasOthers = isPlayable(view) && views.some((other) => other !== view && isPlayable(other));
  if (isGiven && !hasOthers && !restorable) return null;
  return (
    <div className={classes.actions}>
      <KeptFocus state={[isGiven, hasOthers, restorable].join()}>
        {!isGiven && (
          <Act
            id={isComparing ? undefined : 'takes.choose'}
            name={chosen ? messages.narration.chosen : messages.narration.choose}
            label={chosen ? messages.narration.chosenNamed(name) : messages.narration.chooseNamed(name)}
            pressed={chosen}
            words={chosen ? messages.narration.useNewest : messages.narration.chooseNote}
            disabled={state === 'damaged'}
            onPress={() => chooseTakeOf(blockId, chosen ? null : take.id)}
          />
        )}
        {hasOthers && (
          <Act
            id="takes.compare"
            name={messages.narration.compare}
            label={messages.narration.compareNamed(name)}
            words={messages.narration.compareNote}
            disabled={false}
            onPress={() => compareTakes(take, views)}
          />
        )}
        {restorable && (
          <Act
            id="takes.restore"
            name={messages.narration.restore}
            label={messages.narration.restoreNamed(name)}
            words={messages.narration.restoreNote}
            disabled={false}
            onPress={() => restoreTake(blockId, take)}
          />
        )}
      </KeptFocus>
    </div>
  );
}

function Act(props: {
  /** The command that does the same. */
  id: string | undefined;
  name: ReactNode;
  label: string;
  words: string;
  pressed?: boolean;
  disabled: boolean;
  onPress: () => void;
}) {
  const keys = useKeys(props.id ?? '');
  const ariaKeys = useAriaKeys(props.id);
  return (
    <Tooltip label={withKeys(props.words, keys)} multiline maw={260}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={props.label}
        aria-keyshortcuts={ariaKeys}
        aria-disabled={props.disabled}
        {...(props.disabled ? { 'data-disabled': true } : {})}
        {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
        onClick={() => {
          if (!props.disabled) props.onPress();
        }}
      >
        {props.name}
      </Button>
    </Tooltip>
  );
}
