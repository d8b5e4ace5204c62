import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconMessage2, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isAhead, type LivePhrase, type PhraseState } from './queue-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { priceOfCharacter } from '../../core/account/character-price.ts';
import { usePrice } from '../../core/account/price.tsx';
import { credits, number } from '../../lib/format.ts';
import { endSentence, plainFailure } from '../../lib/failure-words.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './queue.module.css';
import { messages } from '#shared/messages/index.ts';
import {
  editWaiting,
  moveWaiting,
  removeWaiting,
  useLive,
  useLiveCapabilities,
  useLiveSettings,
  useSpoken,
  whyNotSpoken,
} from './stores.ts';
import { liveExampleLine, tryLiveExample } from './example.ts';
import { PlaySound } from '../../core/player/sound-row.tsx';
import { TryExample, useExampleCredits } from '../../core/examples/try-example.tsx';

const states: Record<PhraseState, { status: Status; words: string }> = {
  waiting: { status: 'queued', words: messages.live.waiting },
  sent: { status: 'generating', words: messages.live.sent },
  speaking: { status: 'generating', words: messages.live.speaking },
  spoken: { status: 'done', words: messages.live.spoken },
  incomplete: { status: 'incomplete', words: messages.live.incomplete },
  refused: { status: 'failed', words: messages.live.notSpoken },
  lost: { status: 'incomplete', words: messages.live.interrupted },
};

/** What was said in this session, what is being said, and what waits: the newest at the bottom, beside the field. */
export function Queue() {
  const phrases = useLive((state) => state.phrases);
  const list = useRef<HTMLDivElement>(null);
  const speaking = phrases.find(({ state }) => state === 'speaking')?.id;
  const isEmpty = phrases.length === 0;
  useEffect(() => {
    list.current?.scrollTo({ top: 0 }); // its end: it is turned over
    showSpoken(list.current);
  }, [phrases.length, speaking]);
  useEffect(() => {
    const shown = list.current;
    if (!shown) return;
    // A message above takes room, or gives it back.
    const watch = new ResizeObserver(() => showSpoken(shown));
    watch.observe(shown);
    return () => watch.disconnect();
  }, [isEmpty]);
  const waiting = phrases.filter(({ state }) => state === 'waiting');
  const price = useModelPrice(phrases.findLast(({ modelId }) => modelId !== undefined)?.modelId);
  if (isEmpty)
    return (
      <div className={classes.blank}>
        <EmptyState
          icon={<IconMessage2 size={iconSize.hero} stroke={1.4} aria-hidden />}
          title={messages.live.emptyTitle}
          action={<Example />}
        >
          {messages.live.emptyState}
        </EmptyState>
      </div>
    );
  return (
    <div ref={list} className={classes.list}>
      <ol className={classes.phrases} aria-label={messages.live.phrases}>
        {phrases.map((phrase) => (
          <Phrase
            key={phrase.id}
            phrase={phrase}
            place={waiting.indexOf(phrase)}
            waiting={waiting.length}
            creditsPerUnit={price?.modelId === phrase.modelId ? price?.creditsPerUnit : undefined}
          />
        ))}
      </ol>
    </div>
  );
}

/** What is spoken now stays in sight, from its first line where it is longer than the stage. */
function showSpoken(list: HTMLElement | null): void {
  const spoken = list?.querySelector<HTMLElement>('[data-phrase="speaking"]');
  if (list && spoken) spoken.scrollIntoView({ block: spoken.offsetHeight > list.clientHeight ? 'start' : 'nearest' });
}

/** A line to hear at once, in the language of the voice. */
function Example() {
  const isEmpty = useLiveSettings(({ draft }) => draft.trim() === '');
  useLiveCapabilities();
  const { voiceId, modelId } = useLiveSettings(({ settings }) => settings);
  const takes = useExampleCredits(modelId === null ? '' : `${modelId} ${voiceId ?? ''}`, async (signal) => {
    const character = (await priceOfCharacter(modelId ?? '', signal))?.creditsPerUnit;
    return typeof character === 'number' ? liveExampleLine().length * character : null;
  });
  if (!isEmpty) return null;
  return <TryExample onTry={tryLiveExample} unavailable={whyNotSpoken()} what={messages.live.exampleWhat} takes={takes} />;
}

/** Credits of one unit of a model; undefined while they are not known. */
function useModelPrice(modelId: string | undefined): { modelId: string; creditsPerUnit: number } | undefined {
  const spoken = useLive((state) => state.phrases.filter(({ state: how }) => how === 'spoken').length);
  const price = usePrice(modelId === undefined ? '' : `${modelId} ${String(spoken)}`, (signal) => priceOfCharacter(modelId ?? '', signal));
  return modelId === undefined || typeof price?.creditsPerUnit !== 'number' ? undefined : { modelId, creditsPerUnit: price.creditsPerUnit };
}

interface PhraseProps {
  phrase: LivePhrase;
  place: number;
  waiting: number;
  creditsPerUnit: number | undefined;
}

function Phrase({ phrase, place, waiting, creditsPerUnit }: PhraseProps) {
  const { id, text, state, latencyMs, units, begun, silenced, held, arrived, unpaid, failure } = phrase;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const edited = useRef(false);
  useEffect(() => {
    if (edited.current && !editing) edit.current?.focus();
    edited.current = editing;
  }, [editing]);
  const { status, words } = states[state];
  const isWaiting = state === 'waiting';
  const url = useSpoken(({ urls }) => urls.get(id));
  const isSpeaking = useLive(({ phrases }) => phrases.some(isAhead));
  const name = text.slice(0, 40);
  return (
    <li className={classes.phrase} data-phrase={state} data-length={lengthOf(text)} data-silenced={silenced || undefined}>
      <div className={classes.what}>
        {editing && isWaiting ? (
          <Editing text={text} onEnd={() => setEditing(false)} onKeep={(words) => editWaiting(id, words)} />
        ) : (
          <p className={classes.text}>{text}</p>
        )}
        {state === 'speaking' && silenced !== true && <Spoken id={id} />}
        <div className={classes.facts}>
          <StatusGlyph status={status}>
            {silenced !== true ? words : begun === true ? messages.live.notPlayedToEnd(words) : messages.live.notPlayed(words)}
          </StatusGlyph>
          {units !== undefined && unpaid !== true && (
            <span>
              {arrived === true
                ? messages.live.unitsCharged(messages.live.unit(units))
                : messages.live.unitsReserved(messages.live.unit(units))}
              {creditsPerUnit !== undefined && ` (${messages.shapes.about(credits(Math.ceil(units * creditsPerUnit)))})`}
            </span>
          )}
          {latencyMs !== undefined && <span>{messages.live.firstAudioAfter(number(latencyMs))}</span>}
          {isWaiting && <span>{messages.live.nothingChargedYet(messages.live.character(text.length))}</span>}
          {held === true && <span>{messages.live.serviceFullWaiting}</span>}
          {failure !== undefined && (
            <span className={classes.failure}>
              {endSentence(plainFailure(failure))} {messages.live.notCharged}
            </span>
          )}
          {state === 'lost' && <span>{unpaid === true ? messages.live.notCharged : messages.live.maybeCharged}</span>}
        </div>
      </div>
      {url !== undefined && !isAhead(phrase) && (
        <div className={classes.tools}>
          <PlaySound name={name} url={url} disabled={isSpeaking} />
        </div>
      )}
      {isWaiting && !editing && (
        <div className={classes.tools} role="group" aria-label={messages.live.editNamed(name)}>
          <ActionIcon ref={edit} aria-label={messages.live.editNamed(name)} onClick={() => setEditing(true)}>
            <IconPencil size={iconSize.normal} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={messages.live.speakEarlier(name)} disabled={place <= 0} onClick={() => moveWaiting(id, -1)}>
            <IconArrowUp size={iconSize.normal} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={messages.live.speakLater(name)} disabled={place === waiting - 1} onClick={() => moveWaiting(id, 1)}>
            <IconArrowDown size={iconSize.normal} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={messages.live.remove(name)} onClick={() => removeWaiting(id)}>
            <IconTrash size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

/** How large a phrase is set while it is spoken: so that all of it is seen. */
const lengthOf = (text: string): 'short' | 'long' | 'longest' => (text.length <= 180 ? 'short' : text.length <= 480 ? 'long' : 'longest');

/** How much of the phrase has been heard. The service sends no times of words with live speech. */
function Spoken({ id }: { id: string }) {
  const part = useSpoken(({ progress }) => (progress?.id === id ? progress.part : 0));
  return <Progress className={classes.spoken ?? ''} size="xs" value={part * 100} aria-label={messages.live.spokenSoFar} />;
}

function Editing({ text, onKeep, onEnd }: { text: string; onKeep: (text: string) => void; onEnd: () => void }) {
  const [value, setValue] = useState(text);
  const keep = (): void => {
    onKeep(value);
    onEnd();
  };
  return (
    <div className={classes.editing}>
      <TextArea
        aria-label={messages.live.editPhrase}
        lines={[1, 6]}
        autoFocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            event.nativeEvent.stopImmediatePropagation();
            onEnd();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            keep();
          }
        }}
      />
      <Button variant="default" onClick={keep}>
        {messages.live.save}
      </Button>
    </div>
  );
}
