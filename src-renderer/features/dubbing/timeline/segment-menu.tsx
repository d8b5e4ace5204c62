import { Menu } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { currentTake } from '#shared/dubbing/fit.ts';
import { remediesFor } from '#shared/dubbing/remedies.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { PriceWords } from '../../../core/account/price.tsx';
import { shownKeys, useKeys } from '../../../core/commands/commands.ts';
import {
  currentSegment,
  mergeSelected,
  mergeWithNext,
  removeSelected,
  select,
  splitSegment,
  useDubs,
  whyNotMerged,
  whyNotMergedWithNext,
  whyNotSplit,
} from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { ContextItem, ContextMenu, type Place } from '../../../ui/context-menu.tsx';
import { useFocusReturn } from '../../../ui/focus-return.ts';
import { generate, heardAt, makeAnother, seekDub, toggleDub, useDubPlayer } from '../stores.ts';
import { takeRemedy } from './remedy-acts.ts';
import { remedyNames } from './remedy-words.ts';
import { priceOfLines, useAnotherTake, useGeneration, useTakeSound } from './segment-acts.ts';
import { focusField } from '../focus-field.ts';
import { speakerField, writeText } from './segment-keys.ts';
import { RemedyWords } from './too-long.tsx';
import { messages } from '#shared/messages/index.ts';

interface OpenMenu {
  at: Place;
  /** Of the menu, so that one that is opened over another is a new one. */
  turn: number;
}

/**
 * The menu of segments: `open` on a press with the right button (`id`: the segment below the pointer), and by the keys for menus on what has the
 * segments. `menu` stands beside it, not in it: keys that are pressed in the menu are no keys of segments.
 */
export function useSegmentMenu(dub: Dub | undefined): { open: (event: MouseEvent<HTMLElement>, id?: string) => void; menu: ReactNode } {
  const [shown, show] = useState<OpenMenu>();
  const open = (event: MouseEvent<HTMLElement>, id?: string): void => {
    const isPointer = event.button === 2 || event.ctrlKey;
    // The browser's own menu, as everywhere.
    if (isPointer && event.shiftKey) return;
    const wanted = isPointer ? id : currentSegment()?.id;
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!useDubs.getState().selected.includes(wanted)) select(wanted);
    const at = isPointer ? { x: event.clientX, y: event.clientY, isByPointer: true } : placeIn(event.currentTarget, wanted);
    show((before) => ({ at, turn: (before?.turn ?? 0) + 1 }));
  };
  const menu = dub && shown && <SegmentMenu key={shown.turn} dub={dub} at={shown.at} onClose={() => show(undefined)} />;
  return { open, menu };
}

/** Below a segment, as far as it is in sight. */
function placeIn(list: HTMLElement, id: string): Place {
  const box = list.getBoundingClientRect();
  const segment = list.querySelector(`[data-segment="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  return {
    x: Math.min(Math.max(segment?.left ?? box.left, box.left), box.right),
    y: Math.min(Math.max(segment?.bottom ?? box.top, box.top), box.bottom),
    isByPointer: false,
  };
}

/** What can be done with the chosen segments: the same acts, words and keys as elsewhere in the panel. */
function SegmentMenu({ dub, at, onClose }: { dub: Dub; at: Place; onClose: () => void }) {
  useFocusReturn();
  const selected = useDubs((state) => state.selected);
  const isSeveral = selected.length > 1;
  const mergeKeys = useKeys('dub.merge');
  if (selected.length === 0) return null;
  return (
    <ContextMenu name={messages.dubbing.segmentMenu} at={at} onClose={onClose}>
      {!isSeveral && <PlayItems dub={dub} />}
      <GenerateItem dub={dub} />
      {!isSeveral && <AnotherTakeItem dub={dub} />}
      <Menu.Divider />
      {!isSeveral && <SplitItem />}
      {isSeveral ? (
        <ContextItem keys={mergeKeys} why={whyNotMerged()} onChoose={mergeSelected}>
          {messages.dubbingTimeline.mergeSegments}
        </ContextItem>
      ) : (
        <ContextItem why={whyNotMergedWithNext()} onChoose={mergeWithNext}>
          {messages.dubbingTimeline.mergeWithNext}
        </ContextItem>
      )}
      {!isSeveral && <RemedyItems dub={dub} />}
      <Menu.Divider />
      {!isSeveral && (
        <ContextItem keys={shownKeys('Enter')} onChoose={writeText}>
          {messages.dubbing.editText}
        </ContextItem>
      )}
      <ContextItem onChoose={() => focusField(speakerField)}>{messages.dubbing.changeSpeaker}</ContextItem>
      <ContextItem keys={shownKeys('Delete')} onChoose={removeSelected}>
        {isSeveral ? messages.dubbing.deleteSelected : messages.dubbing.deleteOne}
      </ContextItem>
    </ContextMenu>
  );
}

function PlayItems({ dub }: { dub: Dub }) {
  const segment = useDubs((state) => currentSegment(state));
  const { playing, waiting } = useDubPlayer();
  const playKeys = useKeys('sound.play');
  const { heard, sounding, toggle } = useTakeSound(segment, dub);
  const play = (): void => {
    // From the segment that it is the menu of, unless the playhead stands in it.
    const place = heardAt();
    if (!playing && segment && (place < segment.start || place >= segment.end)) seekDub(segment.start);
    toggleDub();
  };
  return (
    <>
      <ContextItem keys={playKeys} why={waiting ? messages.dubbing.audioPreparing : undefined} onChoose={play}>
        {playing ? messages.dubbing.pauseDub : messages.dubbing.playDub}
      </ContextItem>
      <ContextItem why={heard ? undefined : messages.dubbing.segmentSilent} onChoose={toggle}>
        {sounding ? messages.dubbing.pauseTake : messages.dubbing.playTake}
      </ContextItem>
    </>
  );
}

function GenerateItem({ dub }: { dub: Dub }) {
  const selected = useDubs((state) => state.selected);
  const those = dub.segments.filter(({ id }) => selected.includes(id));
  const { wanted, characters, price, unavailable } = useGeneration(those, dub);
  return (
    <ContextItem note={<PriceWords {...priceOfLines({ characters, price })} />} why={unavailable} onChoose={() => void generate(wanted)}>
      {messages.dubbing.generate}
    </ContextItem>
  );
}

/** Of a line that has its take. */
function AnotherTakeItem({ dub }: { dub: Dub }) {
  const segment = useDubs((state) => currentSegment(state));
  return segment && currentTake(segment, dub.takes) ? <AnotherTake segment={segment} dub={dub} /> : null;
}

function AnotherTake({ segment, dub }: { segment: Segment; dub: Dub }) {
  const { characters, price, unavailable } = useAnotherTake(segment, dub);
  return (
    <ContextItem
      note={<PriceWords {...priceOfLines({ characters, price })} />}
      why={unavailable}
      onChoose={() => void makeAnother(segment)}
    >
      {messages.narration.anotherTake}
    </ContextItem>
  );
}

function SplitItem() {
  const id = useDubs((state) => currentSegment(state)?.id ?? '');
  const keys = useKeys('dub.split');
  return (
    <ContextItem keys={keys} why={whyNotSplit(heardAt(), id)} onChoose={() => splitSegment(heardAt(), id)}>
      {messages.dubbing.splitCommand}
    </ContextItem>
  );
}

/** What is offered for a line that is too long. */
function RemedyItems({ dub }: { dub: Dub }) {
  const segment = useDubs((state) => currentSegment(state));
  const remedies = segment ? remediesFor(dub, segment.id) : [];
  if (!segment || remedies.length === 0) return null;
  const isMade = currentTake(segment, dub.takes) !== undefined;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{messages.dubbing.makeItFit}</Menu.Label>
      {remedies.map((remedy) => (
        <ContextItem
          key={remedy.kind}
          note={<RemedyWords dub={dub} segment={segment} remedy={remedy} isMade={isMade} />}
          onChoose={() => takeRemedy(segment, remedy, isMade)}
        >
          {remedyNames[remedy.kind]}
        </ContextItem>
      ))}
    </>
  );
}
