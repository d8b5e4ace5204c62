import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  addSegment,
  currentSegment,
  removeSelected,
  select,
  selectAll,
  selectBy,
  splitSegment,
  useDubs,
  whyNotAdded,
} from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { focusField } from '../focus-field.ts';
import { heardAt, nudgeDub, retime, seekDub, toggleDub, useDubPlayer } from '../stores.ts';
import { announce } from '../../../lib/live-region.tsx';

/** The field that Enter goes to. */
export const textField = 'dub-segment-text';

/** The one that gives a speaker its voice. */
export const voiceFieldOf = (speaker: string | null): string => `dub-voice-${encodeURIComponent(speaker ?? '')}`;

/** The one that gives the chosen segments their voice. */
export const segmentVoiceField = 'dub-segment-voice';

/** And the one that says who speaks. */
export const speakerField = 'dub-segment-speaker';

/** The caret goes to the text of the segment that is shown; of several, that one alone is chosen. */
export function writeText(): void {
  const segment = currentSegment();
  if (!segment) return;
  if (useDubs.getState().selected.length > 1) flushSync(() => select(segment.id));
  focusField(textField);
}

/** A segment at the playhead or in the next free place, which is shown, and whose text can be written at once. While the dub plays, keys stay the panel's: the next press marks the next line. */
export function addHere(): void {
  const at = heardAt();
  if (whyNotAdded(at) === undefined) flushSync(() => addSegment(at));
  else {
    addSegment(at);
    return;
  }
  if (useDubPlayer.getState().playing) return;
  const segment = currentSegment();
  if (segment && segment.start !== at) seekDub(segment.start);
  writeText();
}

/**
 * The keys of segments, on the list and on the lanes alike: the arrows, Home and End choose, as in editors of captions; Alt with left and right moves the segment
 * by a frame, Ctrl its end, Alt and Ctrl its start, with Shift by ten; Enter edits the text; Delete removes; Space plays. Answers whether it was one of them.
 */
export function onSegmentKey(event: KeyboardEvent): boolean {
  const { dub } = useDubs.getState();
  const segment = currentSegment();
  if (!dub) return false;
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  const mod = ctrlKey || metaKey;
  const done = (): boolean => {
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const all = dub.segments.length;
  const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, Home: -all, End: all };
  const by = steps[key];
  if (by !== undefined && !altKey && !mod) {
    selectBy(by, shiftKey ? 'range' : 'alone');
    const next = currentSegment();
    if (next) seekDub(next.start);
    return done();
  }
  if (isSideways && segment && (altKey || mod)) {
    const frames = (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? 10 : 1);
    retime(altKey ? (mod ? 'start' : 'all') : 'end', frames);
    return done();
  }
  if (key === 'Enter' && segment && !altKey && !mod) {
    writeText();
    return done();
  }
  if ((key === 'Delete' || key === 'Backspace') && segment && !mod) {
    removeSelected();
    return done();
  }
  if (shiftKey || altKey) return false;
  if (mod) {
    if (key !== 'a') return false;
    selectAll();
    return done();
  }
  // A list keeps letters and Space to itself: here they are the panel's own, as they are beside it.
  const run = keys[key];
  if (!run) return false;
  run();
  return done();
}

const keys: Partial<Record<string, () => void>> = {
  ' ': toggleDub,
  n: addHere,
  ',': () => nudgeDub(-1),
  '.': () => nudgeDub(1),
  s: () => {
    const problem = splitSegment(heardAt());
    if (problem !== undefined) announce(problem);
  },
};
