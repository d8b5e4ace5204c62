import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { marksOf } from '#shared/dubbing/fit.ts';
import { timecodeAt, type Segment } from '#shared/dubbing/timeline.ts';
import { select, useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { useMaking, seekDub } from '../stores.ts';
import { nameOfVoice, useVoices, voiceOfId } from '../../../core/voices/voices.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { useRem } from '../../../lib/narrow.ts';
import { StatusGlyph } from '../../../ui/status-glyph.tsx';
import { dubColours } from './dub-colours.ts';
import { onSegmentKey, writeText } from './segment-keys.ts';
import { useSegmentMenu } from './segment-menu.tsx';
import { useFollowedRow } from './use-followed-row.ts';
import { useSegmentsAtPlayhead } from './use-segments-at-playhead.ts';
import { changedWords, markSign, paceSign, statusOf, type MarkSign } from './words.ts';
import classes from './segment-list.module.css';
import { messages } from '#shared/messages/index.ts';

/** Of a row with one line of text; one with two is measured as it is drawn. */
const rowRem = 2.75;

/** Every segment, in order, for the keyboard and for those who do not see the lanes. */
export function SegmentList() {
  const dub = useDubs((state) => state.dub);
  const selected = useDubs((state) => state.selected);
  const { under, failures } = useMaking();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const { open, menu } = useSegmentMenu(dub);
  const isGone = useStudio((state) => findGoneVoices(state));
  useVoices((state) => state.marks);
  const segments = useMemo(() => dub?.segments ?? [], [dub?.segments]);
  const colours = useMemo(() => dubColours(segments), [segments]);
  const marks = useMemo(() => (dub ? marksOf(dub, isGone) : new Map<string, never>()), [dub, isGone]);
  // oxlint-disable-next-line react/incompatible-library -- the list is measured past React, as others are
  const rows = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowRem * rem,
    getItemKey: useCallback((index: number) => segments[index]?.id ?? index, [segments]),
    overscan: 8,
  });
  const currentId = selected.at(-1);
  const place = segments.findIndex(({ id }) => id === currentId);
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'auto' });
  }, [place, rows]);
  const spoken = useSegmentsAtPlayhead(segments);
  const lastSpoken = spoken.at(-1);
  useFollowedRow(scroller, rows, lastSpoken ? segments.indexOf(lastSpoken) : -1);
  const wanted = useDubFiles((state) => state.focusSegments);
  useEffect(() => {
    if (!wanted) return;
    useDubFiles.setState({ focusSegments: false });
    scroller.current?.focus();
  }, [wanted]);
  if (!dub) return null;
  const chosen = new Set(selected);
  return (
    <>
      <div
        ref={scroller}
        className={classes.list}
        role="listbox"
        aria-label={messages.dubbing.segments}
        aria-multiselectable
        tabIndex={0}
        aria-activedescendant={place >= 0 ? `dub-row-${currentId ?? ''}` : undefined}
        onKeyDown={onSegmentKey}
        onContextMenu={(event) => open(event)}
        data-segments
      >
        <div className={classes.rows} style={{ height: rows.getTotalSize() }} role="presentation">
          {rows.getVirtualItems().map(({ index, start }) => {
            const segment = segments[index];
            if (!segment) return null;
            const shownMarks = (marks.get(segment.id) ?? []).filter((mark) => mark !== 'no-text');
            const status = statusOf(segment, dub.takes, under.get(segment.id), failures.get(segment.id));
            // Of a line that failed, that alone is said; how it would fit stands in its details.
            const pace = status.status === 'failed' ? undefined : paceSign(segment, dub.takes);
            const isVoiceGone = shownMarks.includes('voice-gone');
            const who = whoSpeaks(segment, !isVoiceGone);
            const signs = [...shownMarks.map((mark) => markSign(mark, segment, dub.takes)), ...(pace ? [pace] : [])];
            const isWarned = signs.length > 0;
            return (
              <div
                key={segment.id}
                ref={rows.measureElement}
                data-index={index}
                id={`dub-row-${segment.id}`}
                data-segment={segment.id}
                role="option"
                aria-selected={chosen.has(segment.id)}
                aria-setsize={segments.length}
                aria-posinset={index + 1}
                aria-current={spoken.includes(segment) || undefined}
                className={classes.row}
                data-current={segment.id === currentId || undefined}
                style={{ transform: `translateY(${String(start)}px)` }}
                onContextMenu={(event) => open(event, segment.id)}
                onClick={(event) => {
                  select(segment.id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'also' : 'alone');
                  seekDub(segment.start);
                }}
                onDoubleClick={writeText}
              >
                <span className={classes.number} data-speaker={colours.ofSegment(segment)}>
                  {index + 1}
                </span>
                <span className={classes.times}>
                  <span>{timecodeAt(segment.start, dub.video.frameRate)}</span>
                  <span className={classes.until}>{timecodeAt(segment.end, dub.video.frameRate)}</span>
                </span>
                <span className={classes.what}>
                  <span className={classes.text}>{segment.text.trim() === '' ? messages.dubbing.noTextYet : segment.text}</span>
                  <span
                    className={classes.who}
                    title={[who, changedWords(segment, dub.takes) ?? status.word].filter((part) => part !== '').join(', ')}
                  >
                    <Marks signs={signs} />
                    <span className={classes.speaks}>
                      <span>{who}</span>
                    </span>
                    <span className={classes.state}>
                      {status.status === 'done' && isWarned ? (
                        // A warning stands in place of the tick: what is to be looked at has not simply gone well.
                        <VisuallyHidden data-status="done">{status.word}</VisuallyHidden>
                      ) : (
                        <StatusGlyph status={status.status}>
                          {/* What went well is silent, and so is what a mark explains: its own sign alone is seen. */}
                          {status.status === 'done' || (status.status === 'empty' && shownMarks.length > 0) || isVoiceGone ? (
                            <VisuallyHidden>{status.word}</VisuallyHidden>
                          ) : (
                            <span className={classes.word}>{status.word}</span>
                          )}
                        </StatusGlyph>
                      )}
                    </span>
                  </span>
                </span>
              </div>
            );
          })}
        </div>
      </div>
      {menu}
    </>
  );
}

/** The first mark in words, and how many more there are: the row has room for who speaks, too. */
function Marks({ signs }: { signs: readonly MarkSign[] }) {
  const [first, ...more] = signs;
  if (first === undefined) return null;
  const rest = more.map(({ words }) => words).join(', ');
  return (
    <span className={classes.marks} title={[first, ...more].map(({ words }) => words).join(', ')}>
      <span className={classes.mark} aria-hidden={first.words !== first.sign || undefined}>
        {first.sign}
      </span>
      {first.words !== first.sign && <VisuallyHidden>{first.words}</VisuallyHidden>}
      {rest !== '' && (
        <>
          <span aria-hidden>{messages.shapes.andMore(more.length)}</span>
          <VisuallyHidden>, {rest}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

/** That there is no voice is a mark of the row, and so it is that a voice is gone where the row has that mark. */
function whoSpeaks({ speaker, voiceId }: Segment, saysGone: boolean): string {
  return [speaker, voiceId === null ? undefined : nameIn(voiceId, saysGone)]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');
}

function nameIn(voiceId: string, saysGone: boolean): string | undefined {
  const called = nameOfVoice(voiceId);
  if (voiceOfId(voiceId)) return called;
  if (called === voiceId) return saysGone ? messages.dubbing.missingVoiceInline : undefined;
  return saysGone ? messages.narration.voiceNamedNotListed(called) : called;
}
