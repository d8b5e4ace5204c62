import { ActionIcon, Button, Loader, Rating, Switch, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconRepeat, IconStar, IconStarFilled, IconTrophy, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { useAriaKeys, useKeys, withKeys } from '../../core/commands/commands.ts';
import { isHidden, nameOfCompared, type Compared } from './comparison-store.ts';
import { clock, fixed } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { MediaCard } from '../../ui/media-card.tsx';
import { SoundWave } from '../../ui/sound-wave.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { takeFocus } from '../../core/studio/while-shown.ts';
import { CompareVoices } from './compare-voices.tsx';
import { providerName } from './prompt-form.tsx';
import { findVoiceOf } from './saved-voices.ts';
import classes from './candidates.module.css';
import { messages } from '#shared/messages/index.ts';
import {
  choose,
  chooseHeard,
  comparedPlace,
  hearNumber,
  removeVoice,
  reveal,
  score,
  seekCompared,
  setBlind,
  setLoop,
  toggleComparison,
  useComparison,
  useDesigns,
} from './stores.ts';

/** Everything that is compared, side by side: numbers hear it, Enter chooses what is heard. */
export function Candidates({ record }: { record: DesignRecord }) {
  const items = useComparison((state) => state.items);
  const hidden = useComparison((state) => isHidden(state.blind, record));
  const arrived = useDesigns((state) => state.arrived === record.operation.operationId);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!arrived) return;
    useDesigns.setState({ arrived: undefined });
    // A person who waited in the form goes on by the number keys; one who is elsewhere by then stays there.
    takeFocus(place.current);
  }, [arrived]);
  useEffect(() => {
    // As the numbers do, from anywhere where Enter has nothing else to do; on the number that sounds it chooses, and Space pauses.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const held = event.target;
      const isFree = held === document.body || held === place.current || (held instanceof Element && held.matches('[data-hears=sounding]'));
      if (!isFree) return;
      event.preventDefault();
      chooseHeard();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const more = record.candidates.filter(
    ({ candidateId, preview }) => preview !== null && !items.some(({ id }) => id === candidateId),
  ).length;
  const gone = record.candidates.filter(({ preview }) => preview === null).length;
  return (
    <section ref={place} className={classes.comparison} aria-label={messages.design.comparison} tabIndex={-1} data-comparison>
      <Bar hidden={hidden} />
      <ol className={classes.cards}>
        {items.map((item, index) => (
          <li key={item.id}>
            <Card item={item} number={index + 1} hidden={hidden} record={record} items={items} />
          </li>
        ))}
      </ol>
      {gone > 0 && <p className={classes.note}>{gone === 1 ? messages.design.oneGone : messages.design.manyGone(String(gone))}</p>}
      {more > 0 && (
        <p className={classes.note}>{messages.design.notCompared(messages.design.furtherCandidate(more), String(items.length))}</p>
      )}
      <CompareVoices text={record.previewText} />
    </section>
  );
}

function Bar({ hidden }: { hidden: boolean }) {
  const { playing, heard, items, loop } = useComparison(useShallow(({ playing, heard, items, loop }) => ({ playing, heard, items, loop })));
  const playKeys = useKeys('sound.play');
  const loopKeys = useKeys('design.loop');
  const revealKeys = useAriaKeys('design.reveal');
  const blindKeys = useKeys('design.blind');
  const at = items.findIndex(({ id }) => id === heard) + 1;
  return (
    <div className={classes.bar}>
      <Tooltip label={withKeys(playing ? messages.design.pause : messages.design.play, playKeys)}>
        <ActionIcon
          variant="default"
          aria-label={playing ? messages.design.pauseComparison : messages.design.playComparison}
          onClick={toggleComparison}
        >
          {playing ? (
            <IconPlayerPauseFilled size={iconSize.normal} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={iconSize.normal} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.design.loopNote, loopKeys)}>
        <ActionIcon
          variant={loop ? 'light' : 'subtle'}
          aria-label={messages.design.loop}
          aria-pressed={loop}
          onClick={() => setLoop(!loop)}
        >
          <IconRepeat size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={classes.hearing} data-hearing={at > 0 ? at : undefined}>
        {at > 0 ? `${playing ? messages.design.playing : messages.design.pausedAt} ${String(at)}` : messages.design.pressNumber}
      </span>
      <span className={classes.hint}>{messages.design.keysNote}</span>
      <Tooltip label={withKeys(messages.design.blindNote, blindKeys)}>
        <div>
          <Switch label={messages.design.blind} checked={hidden} onChange={(event) => setBlind(event.currentTarget.checked)} />
        </div>
      </Tooltip>
      <Button variant="default" disabled={!hidden} aria-keyshortcuts={revealKeys} onClick={reveal}>
        {messages.design.reveal}
      </Button>
    </div>
  );
}

/** By how much it is lowered to be as loud as the others; the softest by nothing. */
const formatLevel = (decibels: number): string => fixed(decibels > -0.05 ? 0 : decibels, 1).replace('-', '−');

interface CardProps {
  item: Compared;
  number: number;
  hidden: boolean;
  record: DesignRecord;
  items: readonly Compared[];
}

function Card({ item, number, hidden, record, items }: CardProps) {
  const { facts, decibels, failed, sounding, current } = useComparison(
    useShallow((state) => ({
      facts: state.facts.get(item.id),
      decibels: state.decibels.get(item.id),
      failed: state.failed.has(item.id),
      current: state.heard === item.id,
      sounding: state.heard === item.id && state.playing,
    })),
  );
  const name = hidden ? messages.design.numberLabel(String(number)) : nameOfCompared(item, items);
  const winner = !hidden && record.marks.winner === item.id;
  const saved = useStudio((state) => (hidden ? undefined : findVoiceOf(record, item.id, state)));
  const passed = useCallback(() => (current ? comparedPlace() : 0), [current]);
  // Its form below has the button.
  const isBeingSaved = useDesigns(({ form }) => form?.candidateId === item.id) && winner;
  const expired = useDesigns((state) => state.expired.has(record.operation.operationId));
  const points = record.marks.scores[item.id] ?? 0;
  return (
    <MediaCard
      title={name}
      chosen={current}
      play={
        <ActionIcon
          variant={sounding ? 'filled' : 'default'}
          color="blue"
          aria-label={`${sounding ? messages.design.pause : messages.design.play} ${hidden ? '' : `${String(number)}, `}${name}`}
          aria-keyshortcuts={String(number)}
          data-hears={sounding ? 'sounding' : undefined}
          className={classes.number ?? ''}
          onClick={() => (sounding ? toggleComparison() : hearNumber(number))}
        >
          {number}
        </ActionIcon>
      }
      mark={
        <>
          {winner && (
            <span className={classes.winner}>
              <IconTrophy size={iconSize.normal} stroke={1.75} aria-hidden />
              {messages.design.winner}
            </span>
          )}
          {!hidden && item.kind === 'voice' && (
            <ActionIcon aria-label={messages.design.removeFromComparison(name)} onClick={() => removeVoice(item.id)}>
              <IconX size={iconSize.normal} aria-hidden />
            </ActionIcon>
          )}
        </>
      }
      picture={<SoundWave peaks={facts?.peaks} passed={passed} moving={sounding} {...(current ? { onSeek: seekCompared } : {})} />}
      facts={[
        [
          messages.design.length,
          failed ? messages.design.unreadable : facts ? clock(facts.seconds) : <Loader key="wait" size={iconSize.tiny} />,
        ],
        ...(hidden
          ? []
          : item.kind === 'candidate'
            ? ([[messages.design.provider, item.provider === null ? messages.shapes.unknownFigure : providerName(item.provider)]] as const)
            : ([[messages.design.voice, messages.design.existing]] as const)),
        // By how much it was lowered would tell whose it is.
        ...(!hidden && decibels !== undefined
          ? ([
              [
                messages.design.level,
                <span key="level" title={messages.design.levelNote}>
                  {messages.design.db(formatLevel(decibels))}
                </span>,
              ],
            ] as const)
          : []),
      ]}
      actions={
        <div className={classes.judge}>
          <Rating
            aria-label={messages.design.scoreOf(name)}
            emptySymbol={<IconStar size={iconSize.normal} stroke={1.75} aria-hidden />}
            fullSymbol={<IconStarFilled size={iconSize.normal} aria-hidden />}
            className={classes.score ?? ''}
            value={points}
            onChange={(value) => score(item.id, value === points ? 0 : value)}
            getSymbolLabel={(value) => messages.design.scoreForName(String(value), name)}
          />
          <span className={classes.space} />
          {saved ? (
            <StatusGlyph status="done">{messages.design.savedAsNamed(saved.fields.name)}</StatusGlyph>
          ) : (
            !isBeingSaved && (
              <ReasonButton
                variant="default"
                size="compact-sm"
                title={hidden ? messages.design.chooseReveals : undefined}
                why={expired && item.kind === 'candidate' ? messages.design.candidateExpired : undefined}
                onPress={() => choose(item)}
              >
                {winner && item.kind === 'candidate' ? messages.design.saveAsVoice : messages.design.choose}
              </ReasonButton>
            )
          )}
        </div>
      }
    />
  );
}
