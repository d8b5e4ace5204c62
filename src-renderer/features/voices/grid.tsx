import { IconStar, IconStarFilled, IconUser } from '@tabler/icons-react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, type DragEvent, type KeyboardEvent, type RefObject } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { familyOfVoice } from '../../core/voices/voice-facts.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { choose, toggleFavourite, useVoices } from '../../core/voices/voices.ts';
import { dragVoice } from '../../core/voices/voice-drag.ts';
import { language } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { useRem } from '../../lib/narrow.ts';
import classes from './grid.module.css';
import { messages } from '#shared/messages/index.ts';

const rowId = (voiceId: string): string => `voice-${voiceId}`;
/** Letters that are typed within this time make one word, in milliseconds. */
const typeAheadMs = 800;
const rowsBeyond = 8;
/** The height of a row, as the style sheet has it, in rem. */
const rowRem = 2.25;

/** The voices, one row each; only the rows in sight are in the page. By keys: arrows, Home, End, pages, letters, Space. */
export function VoiceGrid({ voices }: { voices: readonly CatalogueVoice[] }) {
  const currentId = useVoices((state) => state.currentId);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowRem * useRem();
  const rows = useVirtualRows(voices, scroller, rowHeight);
  const at = useMemo(() => voices.findIndex((voice) => voice.voiceId === currentId), [voices, currentId]);
  const current = at < 0 ? undefined : voices[at];

  const shown = rows.getVirtualItems();

  const go = (index: number): void => {
    const voice = voices[Math.max(0, Math.min(voices.length - 1, index))];
    if (!voice) return;
    useVoices.setState({ currentId: voice.voiceId });
    rows.scrollToIndex(voices.indexOf(voice));
  };
  // What was asked for from elsewhere, and what stays current while the filters change, is in sight.
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the list changes, not when the row does
  }, [voices]);

  const onKeyDown = useGridKeys({
    voices,
    at,
    go,
    pageOf: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
  });

  return (
    <div className={classes.place}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        aria-label={messages.voices.voices}
        aria-multiselectable
        aria-rowcount={voices.length}
        aria-activedescendant={current && shown.some(({ index }) => index === at) ? rowId(current.voiceId) : undefined}
        tabIndex={0}
        data-voice-grid
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (!current) go(0);
        }}
      >
        <div
          className={classes.all}
          role="rowgroup"
          ref={(element) => element?.style.setProperty('height', `${String(rows.getTotalSize())}px`)}
        >
          {shown.map(({ index, start, key }) => {
            const voice = voices[index];
            return voice && <Row key={key} voice={voice} index={index} start={start} isCurrent={voice === current} onPress={go} />;
          })}
        </div>
      </div>
    </div>
  );
}

/** Draws the rows that are in sight. `rowHeight` in pixels. */
function useVirtualRows(
  voices: readonly CatalogueVoice[],
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): Virtualizer<HTMLDivElement, Element> {
  // One and the same as long as the list is: with another, the places of all rows are worked out again on each scroll.
  const getItemKey = useCallback((index: number) => voices[index]?.voiceId ?? index, [voices]);
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not used; the list is drawn on each scroll on purpose
  const rows = useVirtualizer({
    count: voices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsBeyond,
    getItemKey,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  return rows;
}

interface GridKeys {
  voices: readonly CatalogueVoice[];
  /** The current row; -1 where there is none. */
  at: number;
  go: (index: number) => void;
  /** Rows that Page Up and Page Down pass over. */
  pageOf: () => number;
}

/** Arrows, Home, End and pages move; with Shift they choose; Space chooses; letters find a name. */
function useGridKeys({ voices, at, go, pageOf }: GridKeys): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  const anchor = useRef<number | undefined>(undefined);

  const chooseUpTo = (target: number): void => {
    anchor.current ??= Math.max(0, at);
    const to = Math.max(0, Math.min(voices.length - 1, target));
    const [from, end] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    choose(
      voices.slice(from, end + 1).map(({ voiceId }) => voiceId),
      true,
    );
  };
  const typeAhead = ({ key, timeStamp }: KeyboardEvent): void => {
    const fresh = timeStamp - typed.current.at > typeAheadMs;
    const text = (fresh ? '' : typed.current.text) + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    const { marks } = useVoices.getState();
    // The same letter again goes on to the next of it.
    const wanted = /^(.)\1*$/u.test(text) ? (text[0] ?? '') : text;
    const from = Math.max(0, at) + (wanted.length === 1 ? 1 : 0);
    const order = [...voices.slice(from), ...voices.slice(0, from)];
    const found = order.find((voice) => shownName(voice, marks).toLowerCase().startsWith(wanted));
    if (found) go(voices.indexOf(found));
  };

  return (event) => {
    if (event.altKey || event.nativeEvent.isComposing) return;
    const page = pageOf();
    const moves: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: voices.length - 1,
    };
    const target = moves[event.key];
    const mod = event.ctrlKey || event.metaKey;
    if (target !== undefined && !mod) {
      if (event.shiftKey) chooseUpTo(target);
      else anchor.current = undefined;
      go(target);
    } else if (event.key === ' ' && typed.current.at + typeAheadMs < event.timeStamp) {
      const current = voices[at];
      if (current) toggleChosen(current);
    } else if (event.key.toLowerCase() === 'a' && mod) {
      choose(
        voices.map(({ voiceId }) => voiceId),
        true,
      );
    } else if (event.key === 'Escape' && useVoices.getState().chosen.length > 0) useVoices.setState({ chosen: [] });
    else if (event.key === 'Enter' && !mod)
      document.querySelector<HTMLElement>(`aside[aria-label="${messages.commands.inspector}"] button`)?.focus();
    else if (event.key.length === 1 && !mod) typeAhead(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function toggleChosen(voice: CatalogueVoice): void {
  const { chosen, marks } = useVoices.getState();
  const wanted = !chosen.includes(voice.voiceId);
  choose([voice.voiceId], wanted);
  announce(
    messages.voices.auditionSelection(
      shownName(voice, marks),
      wanted ? 'chosen' : messages.voices.notChosen,
      messages.voices.voice(useVoices.getState().chosen.length),
    ),
  );
}

interface RowProps {
  voice: CatalogueVoice;
  index: number;
  start: number;
  isCurrent: boolean;
  onPress: (index: number) => void;
}

const Row = memo(function Row({ voice, index, start, isCurrent, onPress }: RowProps) {
  const mark = useVoices((state) => state.marks[voice.voiceId]);
  const isChosen = useVoices((state) => state.chosen.includes(voice.voiceId));
  const name = mark?.alias ?? voice.name;
  const family = familyOfVoice(voice);
  const others = voice.languages.filter((code) => code !== voice.primaryLanguage).length;
  return (
    <div
      id={rowId(voice.voiceId)}
      className={classes.row}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      data-current={isCurrent ? '' : undefined}
      draggable
      ref={(element) => element?.style.setProperty('transform', `translateY(${String(start)}px)`)}
      onClick={(event) => {
        onPress(index);
        if (event.ctrlKey || event.metaKey) toggleChosen(voice);
      }}
      onDragStart={(event: DragEvent) => dragVoice(event.dataTransfer, voice.voiceId)}
    >
      <span role="gridcell" className={classes.cell}>
        <input
          type="checkbox"
          className={classes.check}
          tabIndex={-1}
          aria-label={messages.voices.auditionNamed(name)}
          checked={isChosen}
          onChange={() => toggleChosen(voice)}
        />
      </span>
      <span role="gridcell" className={classes.cell}>
        <button
          type="button"
          className={classes.star}
          tabIndex={-1}
          aria-label={messages.voices.favouriteNamed(name)}
          aria-pressed={mark?.favourite === true}
          onClick={() => toggleFavourite(voice)}
        >
          {mark?.favourite === true ? <IconStarFilled size={iconSize.normal} /> : <IconStar size={iconSize.normal} stroke={1.75} />}
        </button>
      </span>
      <span role="gridcell" className={classes.name}>
        <span className={classes.own}>{name}</span>
        {mark?.alias != null && <span className={classes.quiet}>{voice.name}</span>}
        {voice.isPersonal && (
          <span className={classes.badge}>
            <IconUser size={iconSize.small} stroke={1.75} aria-hidden /> {messages.voices.personal}
          </span>
        )}
        {mark?.tags.slice(0, 3).map((tag) => (
          <span key={tag} className={classes.badge}>
            {tag}
          </span>
        ))}
      </span>
      <span role="gridcell" className={classes.about}>
        {voice.description}
      </span>
      <span role="gridcell" className={classes.language}>
        {language(voice.primaryLanguage)}
        {others > 0 && <span className={classes.quiet}> +{others}</span>}
      </span>
      <span role="gridcell" className={classes.family}>
        {family ?? ''}
      </span>
    </div>
  );
});
