import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Transcript } from '#shared/operations/transcripts.ts';
import { edited, editLimits, isEdited, noEdits, withSpeaker, withText, type TranscriptEdits } from '#shared/transcripts/edits.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { findInSegments, type Match } from '#shared/transcripts/search.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { attempt, studio } from '../../core/host/host.ts';
import { messages } from '#shared/messages/index.ts';

interface EditsState {
  /** Whose edits these are; undefined while no transcript is open. */
  operationId: string | undefined;
  /** As the service sent them. */
  sent: readonly Segment[];
  edits: TranscriptEdits;
  /** As they are read now. */
  segments: readonly Segment[];
  saving: { state: 'saved' | 'unsaved' | 'saving' } | { state: 'failed'; failure: Failure };
  /** What is looked for in the transcript. */
  wanted: string;
  matches: readonly Match[];
  /** The match that is shown, from 0; -1 for none. */
  current: number;
}

const nothing = {
  operationId: undefined,
  sent: [],
  edits: noEdits,
  segments: [],
  saving: { state: 'saved' },
  matches: [],
  current: -1,
} as const;

/** What a person changes of the open transcript; kept on the disk a moment after each change. */
export const useTranscriptEdits = create<EditsState>(() => ({ ...nothing, wanted: '' }));

const set = useTranscriptEdits.setState;
const now = useTranscriptEdits.getState;

/** A change is written when nothing has changed for this long, in milliseconds. */
const saveAfterMs = 400;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Writes what is unsaved, and takes up another transcript, or none. */
export function closeEdits(next: Transcript | undefined): void {
  const isSame = next !== undefined && next.record.operation.operationId === now().operationId;
  if (isSame && now().saving.state !== 'saved') return; // what is being written is newer than what was read
  void saveEdits();
  if (!next) {
    set({ ...nothing });
    return;
  }
  const { segments: sent, edits } = next;
  const segments = edited(sent, edits);
  set({ ...nothing, operationId: next.record.operation.operationId, sent, edits, segments });
  look(false);
}

/** The newest write that is under way. */
let writing: Promise<void> = Promise.resolve();

/** Durable when it settles; what could not be written stays here, and is said. */
export async function saveEdits(): Promise<void> {
  clearTimeout(timer);
  const { operationId, edits, saving } = now();
  if (operationId !== undefined && (saving.state === 'unsaved' || saving.state === 'failed')) writing = writeEdits(operationId, edits);
  await writing;
}

async function writeEdits(operationId: string, edits: TranscriptEdits): Promise<void> {
  set({ saving: { state: 'saving' } });
  const answer = await attempt(() => studio().run('transcripts.edit', { operationId, edits }));
  if (now().operationId !== operationId) {
    // Another transcript is read by now: its place on the screen is gone, and the failure must not be.
    if (!answer.ok) toastFailure(answer.failure);
    return;
  }
  if (!answer.ok) set({ saving: { state: 'failed', failure: answer.failure } });
  else if (now().edits === edits) set({ saving: { state: 'saved' } });
  else saveSoon();
}

function saveSoon(): void {
  set({ saving: { state: 'unsaved' } });
  clearTimeout(timer);
  timer = setTimeout(() => void saveEdits(), saveAfterMs);
}

function take(edits: TranscriptEdits): void {
  if (edits === now().edits) return;
  const { sent, segments: before } = now();
  // A segment that reads as it did stays the same object, so that only what has changed is drawn anew.
  const segments = edited(sent, edits).map((segment, place) => {
    const known = before[place];
    return known && known.text === segment.text && known.speaker === segment.speaker ? known : segment;
  });
  set({ edits, segments });
  look(true);
  saveSoon();
}

export function editText(index: number, text: string): void {
  const segment = now().sent.find((one) => one.index === index);
  if (segment) take(withText(now().edits, segment, text.slice(0, editLimits.segmentCharacters)));
}

/** Renames a speaker for all that it says; an empty name is the service's own again. */
export const renameSpeaker = (speaker: string, name: string): void =>
  take(withSpeaker(now().edits, speaker, name.slice(0, editLimits.speakerCharacters)));

/** A segment as the service sent it. */
export function restoreSegment(index: number): void {
  const segment = now().sent.find((one) => one.index === index);
  if (!segment) return;
  take(withText(now().edits, segment, segment.text));
  announce(messages.transcribe.restoredOriginal);
}

/** All of it as the service sent it. */
export function restoreAll(): void {
  if (!isEdited(now().edits)) return;
  take(noEdits);
  announce(messages.transcribe.noEdits);
}

export function lookFor(wanted: string): void {
  set({ wanted, current: -1 });
  look(false);
  const { matches } = now();
  if (wanted.trim() !== '')
    announce(matches.length === 0 ? messages.transcribe.notFoundStatus : messages.transcribe.found(String(matches.length)));
}

/** Counts the matches anew; the one that is shown stays where it can. */
function look(stay: boolean): void {
  const { segments, wanted, current } = now();
  const matches = findInSegments(segments, wanted);
  set({ matches, current: matches.length === 0 ? -1 : stay ? Math.min(Math.max(current, 0), matches.length - 1) : 0 });
}

/** Shows the match after this one, or the one before; behind the last comes the first. */
export function stepMatch(by: 1 | -1): void {
  const { matches, current } = now();
  if (matches.length === 0) {
    announce(messages.transcribe.notFoundStatus);
    return;
  }
  const next = (current + by + matches.length) % matches.length;
  set({ current: next });
  announce(messages.transcribe.matchPosition(String(next + 1), String(matches.length)));
}
