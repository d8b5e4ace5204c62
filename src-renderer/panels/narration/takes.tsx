import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCheck,
  IconCopy,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { spokenText } from '#shared/narration/shape.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { BlockView } from '../../state/chapter-view.ts';
import { useAriaKeys, useKeys, withKeys } from '../../state/commands.ts';
import { estimate, useGeneration, type Estimate } from '../../state/generation.ts';
import { useProject } from '../../state/project.ts';
import { knownModels, knownVoices, useStudio } from '../../state/studio.ts';
import {
  addTakeCommands,
  chooseTakeOf,
  compareTakes,
  isPlayable,
  makeAnother,
  pick,
  pickedAmong,
  playTake,
  restoreTake,
  starTake,
  stopTakes,
  switchTakes,
  useTakes,
  watchTakes,
  whyNotAnother,
} from '../../state/takes.ts';
import { because, takesOfBlock, textDifference, type TakeView } from '../../state/takes-view.ts';
import { clock, number, plural } from '../../ui/format.ts';
import { PaidButton } from '../../ui/paid-button.tsx';
import { incompleteWords } from './take-words.ts';
import classes from './takes.module.css';

/** Takes that are shown at first; the rest come with a press. */
const shownAtFirst = 12;
/** An estimate is asked for when nothing has changed for this long, in milliseconds. */
const estimateAfterMs = 500;

/** Every take of a block: to be heard, compared, chosen, starred, brought back; and another one to be made. */
export function Takes({ block }: { block: BlockView }) {
  const takes = useProject((state) => state.takes);
  const defaults = useProject(
    useShallow((state) => ({ voiceId: state.details?.voiceId ?? null, modelId: state.details?.modelId ?? null })),
  );
  const connectionId = useStudio((state) => state.connection?.id ?? '');
  const pickedId = useTakes((state) => state.pickedId);
  const [all, setAll] = useState(false);
  useEffect(() => {
    const stops = [addTakeCommands(), watchTakes()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const views = takesOfBlock(block, { takes, defaults, connectionId });
  const picked = pickedAmong(views, pickedId);
  const shown = all ? views : views.filter((view, index) => index < shownAtFirst || view === picked || view.heard || view.take.starred);
  const fits = views.find((view) => view.state === 'current');
  const chosen = views.find((view) => view.chosen);
  return (
    <>
      <Comparison views={views} />
      {views.length === 0 ? (
        <p className={classes.note}>
          {block.text.trim() === '' ? 'An empty block has no takes.' : 'No take yet. Generate makes the first.'}
        </p>
      ) : (
        <ul className={classes.list} aria-label="Takes of this block, newest first">
          {shown.map((view) => (
            <TakeCard
              key={view.take.id}
              view={view}
              name={`Take ${String(views.length - views.indexOf(view))}`}
              block={block}
              views={views}
              open={view === picked}
            />
          ))}
        </ul>
      )}
      {shown.length < views.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show {plural(views.length - shown.length, 'older take')}
        </Button>
      )}
      {chosen && (
        <p className={classes.note}>
          {chosen.state === 'current' || !fits ? 'You chose the take that is heard.' : 'You chose a take that was made of something else.'}{' '}
          <button type="button" className={classes.link} onClick={() => chooseTakeOf(block.id, null)}>
            Hear the newest
          </button>
        </p>
      )}
      {fits && <Another block={block} />}
    </>
  );
}

/** Two takes in turn: which one is heard, and that neither is louder. */
function Comparison({ views }: { views: readonly TakeView[] }) {
  const { takeIds, heard, paused, decibels } = useTakes(
    useShallow(({ takeIds, heard, paused, decibels }) => ({ takeIds, heard, paused, decibels })),
  );
  const keys = useKeys('takes.switch');
  const ariaKeys = useAriaKeys('takes.switch');
  if (takeIds.length !== 2) return null;
  const nameOf = (takeId: string): string => {
    const index = views.findIndex((view) => view.take.id === takeId);
    return index < 0 ? 'Take' : `Take ${String(views.length - index)}`;
  };
  const lowered = decibels.findIndex((change) => change <= -0.1);
  return (
    <div className={classes.comparison} role="group" aria-label="Comparison">
      <div className={classes.pair}>
        {takeIds.map((takeId, index) => (
          <button
            key={takeId}
            type="button"
            className={classes.side}
            aria-pressed={takeId === heard}
            onClick={() => {
              if (takeId !== heard) switchTakes();
            }}
          >
            {index === 0 ? 'A' : 'B'} <span className={classes.sideName}>{nameOf(takeId)}</span>
          </button>
        ))}
        <Tooltip label={withKeys('Switch, at the same place', keys)}>
          <ActionIcon aria-label="Switch takes" aria-keyshortcuts={ariaKeys} variant="default" onClick={switchTakes}>
            <IconArrowsExchange size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.foot}>
        <span>
          {paused ? 'Paused' : `Hearing ${takeIds[0] === heard ? 'A' : 'B'}`}
          {lowered >= 0 && ` · ${lowered === 0 ? 'A' : 'B'} turned down ${Math.abs(decibels[lowered] ?? 0).toFixed(1)} dB`}
        </span>
        <button type="button" className={classes.link} onClick={stopTakes}>
          End comparison
        </button>
      </div>
    </div>
  );
}

interface CardProps {
  view: TakeView;
  name: string;
  block: BlockView;
  views: readonly TakeView[];
  open: boolean;
}

function TakeCard({ view, name, block, views, open }: CardProps) {
  const { take, state, heard } = view;
  const sounding = useTakes((playing) => playing.heard === take.id && !playing.paused);
  const voice = useStudio((studio) => knownVoices(studio).find((known) => known.voiceId === take.voiceId)?.name);
  const details = useId();
  const playKeys = useKeys('takes.play');
  const starKeys = useKeys('takes.star');
  const when = new Date(take.createdAt);
  const play = sounding ? 'Pause' : 'Play';
  return (
    <li className={classes.card} data-state={state} data-heard={heard ? '' : undefined} data-take={take.id} aria-label={name}>
      <div className={classes.head}>
        <Tooltip label={state === 'damaged' ? 'Damaged: it cannot be played.' : withKeys(`${play} this take`, open ? playKeys : '')}>
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
            {sounding ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
          </ActionIcon>
        </Tooltip>
        <button type="button" className={classes.title} aria-expanded={open} aria-controls={details} onClick={() => pick(take.id)}>
          <span className={classes.name}>
            {name} <span className={classes.quiet}>· {clock(take.samples / sampleRate)}</span>
          </span>
          <span className={classes.quiet}>
            <time dateTime={when.toISOString()}>{shortTime(when)}</time> · {voice ?? 'Voice not listed'}
          </span>
        </button>
        <span className={classes.badges}>
          {heard && <span className={classes.heard}>Heard</span>}
          <span className={classes.state} data-state={state}>
            {stateWords[state]}
          </span>
        </span>
        <Tooltip label={withKeys(take.starred ? 'Take the star away' : 'Star', open ? starKeys : '')}>
          <ActionIcon
            aria-label={`Star ${name}`}
            aria-pressed={take.starred}
            variant="subtle"
            className={take.starred ? classes.starred : undefined}
            onClick={() => void starTake(take, !take.starred)}
          >
            {take.starred ? <IconStarFilled size={14} /> : <IconStar size={14} />}
          </ActionIcon>
        </Tooltip>
      </div>
      {open && (
        <div id={details} className={classes.details}>
          <TakeFacts view={view} block={block} />
          <TakeActions view={view} name={name} blockId={block.id} views={views} />
        </div>
      )}
    </li>
  );
}

const stateWords: Record<TakeView['state'], string> = { current: 'Current', stale: 'Stale', incomplete: 'Incomplete', damaged: 'Damaged' };

function shortTime(when: Date): string {
  const today = new Date();
  const time = when.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return when.toDateString() === today.toDateString() ? time : `${when.toLocaleDateString()} ${time}`;
}

function TakeFacts({ view, block }: { view: TakeView; block: BlockView }) {
  const { take, state } = view;
  const voice = useStudio((studio) => knownVoices(studio).find((known) => known.voiceId === take.voiceId));
  const models = useStudio((studio) => knownModels(studio));
  const model = take.modelId ?? (voice ? 'default model' : 'unknown model');
  const credits = take.creditsUsed === null ? 'Credits not known' : plural(take.creditsUsed, 'credit');
  return (
    <>
      {state === 'stale' && <p className={classes.because}>Made with {because(view.because)}.</p>}
      {state === 'damaged' && (
        <p className={classes.problem}>Its sound was changed on the disk and is nowhere whole. Generating makes it again.</p>
      )}
      {state === 'incomplete' && <p className={classes.problem}>{incompleteWords(take, voice, models)}</p>}
      {take.text !== spokenText(block.text) && <Difference take={take} now={spokenText(block.text)} />}
      <p className={classes.facts}>
        {model} · {credits}
        {take.variant && ` · reading ${number(take.variant.number + 1)}`}
        {take.words.some((word) => word.estimated === true) && ' · some word times estimated'}
      </p>
      {take.requestId !== null && (
        <p className={classes.request}>
          <span>Request</span> <code title={take.requestId}>{take.requestId}</code>
          <CopyButton value={take.requestId}>
            {({ copied, copy }) => (
              <Tooltip label={copied ? 'Copied' : 'Copy request id'}>
                <ActionIcon aria-label="Copy request id" variant="subtle" size={20} onClick={copy}>
                  {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
                </ActionIcon>
              </Tooltip>
            )}
          </CopyButton>
        </p>
      )}
    </>
  );
}

/** What the take says that the block does not, and the other way round. */
function Difference({ take, now }: { take: Take; now: string }) {
  const difference = textDifference(take.text, now);
  if (!difference) return <p className={classes.facts}>Its text is another one altogether: “{take.text.slice(0, 120)}…”</p>;
  const { added, removed, parts } = difference;
  return (
    <details className={classes.difference}>
      <summary>
        Text since then: {plural(added, 'word')} added, {number(removed)} removed
      </summary>
      <p className={classes.text} lang="">
        {parts.map((part, index) => {
          const Tag = part.kind === 'added' ? 'ins' : part.kind === 'removed' ? 'del' : 'span';
          return <Tag key={index}>{part.text}</Tag>;
        })}
      </p>
    </details>
  );
}

function TakeActions({ view, name, blockId, views }: Omit<CardProps, 'block' | 'open'> & { blockId: string }) {
  const { take, chosen, restorable, state } = view;
  const others = views.some((other) => other !== view && isPlayable(other));
  return (
    <div className={classes.actions}>
      <Act
        id="takes.choose"
        name={chosen ? 'Chosen' : 'Choose'}
        label={`Choose ${name}`}
        pressed={chosen}
        words={chosen ? 'Hear the newest again' : 'Hear this take, whatever is made later'}
        disabled={state === 'damaged'}
        onPress={() => chooseTakeOf(blockId, chosen ? null : take.id)}
      />
      <Act
        id="takes.compare"
        name="Compare"
        label={`Compare ${name}`}
        words="Hear it against the take of the block"
        disabled={!others || !isPlayable(view)}
        onPress={() => compareTakes(take, views)}
      />
      <Act
        id="takes.restore"
        name="Restore"
        label={`Restore ${name}`}
        words={
          restorable
            ? 'Put its text, voice and settings back into the block'
            : 'Its text, voice and settings are those of the block, or were not kept'
        }
        disabled={!restorable}
        onPress={() => restoreTake(blockId, take)}
      />
    </div>
  );
}

function Act(props: {
  id: string;
  name: ReactNode;
  label: string;
  words: string;
  pressed?: boolean;
  disabled: boolean;
  onPress: () => void;
}) {
  const keys = useKeys(props.id);
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

/** Another reading of the same words and settings: never by accident, so it has a button and a price of its own. */
function Another({ block }: { block: BlockView }) {
  const credits = useStudio((state) => state.account?.credits);
  const connection = useStudio((state) => state.connection);
  const running = useGeneration((state) => state.progress !== undefined);
  const ariaKeys = useAriaKeys('takes.another');
  const known = useAnotherEstimate(block);
  const unavailable = whyNotAnother(block.id, { connection }, running);
  return (
    <div className={classes.another}>
      <PaidButton
        name="Make another take"
        variant="default"
        shortcut={ariaKeys}
        unavailable={unavailable}
        estimate="The same words and settings, spoken once more. This is a new request, and is charged as one."
        onPress={() => makeAnother(block.id)}
      />
      <span className={classes.note}>{known === undefined ? 'Asking for its price' : priceWords(known, credits)}</span>
    </div>
  );
}

function priceWords({ blocks, characters, credits }: Estimate, have: number | undefined): string {
  if (blocks === 0) return 'Paid for in another project already: nothing is charged.';
  if (credits === null) return `${plural(characters, 'character')}, price unknown`;
  const cost = Math.ceil(credits);
  const left = have === undefined ? '' : `, leaves about ${number(Math.max(0, have - cost))}`;
  return `≈ ${plural(cost, 'credit')}${left}`;
}

function useAnotherEstimate(block: BlockView): Estimate | undefined {
  const takes = useProject((state) => state.takes);
  const [known, setKnown] = useState<{ block: BlockView; takes: unknown; estimate: Estimate | undefined }>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void estimate([block.id], abort.signal, true).then((answer) => {
        if (!abort.signal.aborted) setKnown({ block, takes, estimate: answer });
      });
    }, estimateAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [block, takes]);
  return known?.block === block && known.takes === takes ? known.estimate : undefined;
}
