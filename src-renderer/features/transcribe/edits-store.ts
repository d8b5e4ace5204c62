import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Transcript } from '#shared/operations/transcripts.ts';
import {
  edited,
  editLimits,
  isEdited,
  noEdits,
  withChecked,
  withSegmentSpeaker,
  withSpeaker,
  withText,
  type TranscriptEdits,
} from '#shared/transcripts/edits.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { speakerName } from '#shared/transcripts/speaker-names.ts';
import { findInSegments, type Match } from '#shared/transcripts/search.ts';
import { TypingSteps, type TextInput } from '#shared/typing.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import { noSteps, stepBack, stepForward, withStep, type EditsHistory } from './edits-history.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { toastFailure } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';

interface EditsState {
  /** Whose edits these are; undefined while no transcript is open. */
  id: string | undefined;
  /** As the service sent them. */
  sent: readonly Segment[];
  edits: TranscriptEdits;
  history: EditsHistory;
  /** As they are read now. */
  segments: readonly Segment[];
  saving: { state: 'saved' | 'unsaved' | 'saving' } | { state: 'failed'; failure: Failure };
  /** The segment that the caret was in last, by its index. */
  at: number | undefined;
  /** The one whose speaker is asked for, by its index. */
  asksSpeakerOf: number | undefined;
  /** What is looked for in the transcript. */
  wanted: string;
  matches: readonly Match[];
  /** The match that is shown, from 0; -1 for none. */
  current: number;
}

const nothing = {
  id: undefined,
  sent: [],
  edits: noEdits,
  history: noSteps,
  segments: [],
  saving: { state: 'saved' },
  at: undefined,
  asksSpeakerOf: undefined,
  matches: [],
  current: -1,
} as const;

export interface TranscriptEditsDependencies {
  client: StudioClient;
  toastFailure: typeof toastFailure;
  announce: typeof announce;
}

/** The edits of the transcript that is open: what is written, undone and saved. */
export class TranscriptEditsStore {
  /** What a person changes of the open transcript; kept on the disk a moment after each change. */
  readonly store = create<EditsState>(() => ({ ...nothing, wanted: '' }));
  readonly #deps: TranscriptEditsDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The newest write that is under way. */
  #writing: Promise<void> = Promise.resolve();
  readonly #onSaved = new Set<() => void>();
  readonly #typing = new TypingSteps();

  constructor(dependencies: TranscriptEditsDependencies) {
    this.#deps = dependencies;
  }

  /** Calls a listener whenever edits were written; of a transcript that is no longer open, too. */
  readonly onSaved = (listener: () => void): (() => void) => {
    this.#onSaved.add(listener);
    return () => void this.#onSaved.delete(listener);
  };

  /** Writes what is unsaved, and takes up another transcript, or none. */
  readonly closeEdits = (next: Transcript | undefined): void => {
    const isSame = next !== undefined && next.record.id === this.#now().id;
    if (isSame && this.#now().saving.state !== 'saved') return; // what is being written is newer than what was read
    void this.saveEdits();
    if (!next) {
      this.#set({ ...nothing });
      return;
    }
    const { segments: sent, edits } = next;
    const segments = edited(sent, edits);
    this.#set({ ...nothing, id: next.record.id, sent, edits, segments });
    this.#look(false);
  };

  /** Durable when it settles; what could not be written stays here, and is said. */
  readonly saveEdits = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const { id, edits, saving } = this.#now();
    if (id !== undefined && (saving.state === 'unsaved' || saving.state === 'failed')) this.#writing = this.#writeEdits(id, edits);
    await this.#writing;
  };

  async #writeEdits(id: string, edits: TranscriptEdits): Promise<void> {
    this.#set({ saving: { state: 'saving' } });
    const answer = await attempt(() => this.#deps.client.run('transcripts.edit', { id, edits }));
    if (answer.ok) for (const listener of this.#onSaved) listener();
    if (this.#now().id !== id) {
      // Another transcript is read by now: its place on the screen is gone, and the failure must not be.
      if (!answer.ok) this.#deps.toastFailure(answer.failure);
      return;
    }
    if (!answer.ok) this.#set({ saving: { state: 'failed', failure: answer.failure } });
    else if (this.#now().edits === edits) this.#set({ saving: { state: 'saved' } });
    else this.#saveSoon();
  }

  #saveSoon(): void {
    this.#set({ saving: { state: 'unsaved' } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.saveEdits(), saveAfterMs);
  }

  /** Changes the edits in a step that Undo takes back. `merge`: one step with the one before of the same label. */
  #edit(label: string, edits: TranscriptEdits, merge = false): void {
    const { edits: before, history } = this.#now();
    if (sameEdits(edits, before)) return;
    this.#set({ history: withStep(history, { label, edits: before }, merge) });
    this.#take(edits);
  }

  readonly undoEdit = (): void => this.#step(stepBack, messages.transcribe.undone);

  readonly redoEdit = (): void => this.#step(stepForward, messages.transcribe.redone);

  #step(go: typeof stepBack, words: (label: string) => string): void {
    const { edits, history } = this.#now();
    const found = go(history, edits);
    if (!found) return;
    this.#typing.end();
    this.#set({ history: found.history });
    this.#take(found.step.edits);
    this.#deps.announce(words(found.step.label));
  }

  #take(edits: TranscriptEdits): void {
    if (edits === this.#now().edits) return;
    const { sent, segments: before } = this.#now();
    // A segment that reads as it did stays the same object, so that only what has changed is drawn again.
    const segments = edited(sent, edits).map((segment, place) => {
      const known = before[place];
      return known && known.text === segment.text && known.speaker === segment.speaker && known.unsure === segment.unsure ? known : segment;
    });
    this.#set({ edits, segments });
    this.#look(true);
    this.#saveSoon();
  }

  #sentOf(index: number): Segment | undefined {
    return this.#now().sent.find((one) => one.index === index);
  }

  readonly goTo = (index: number): void => this.#set({ at: index });

  /** Asks who speaks a segment; without one, no longer. */
  readonly askSpeaker = (index: number | undefined): void => this.#set({ asksSpeakerOf: index });

  /** Gives one segment to a speaker by the name, as it reads now, or by a new one; an empty name is the service's own speaker again. */
  readonly assignSpeaker = (index: number, name: string): void => {
    const { sent, edits } = this.#now();
    const segment = this.#sentOf(index);
    if (!segment) return;
    const number = String(index + 1);
    this.#edit(
      messages.transcribe.speakerOfSegment(number),
      withSegmentSpeaker(edits, segment, name.slice(0, editLimits.speakerCharacters), sent),
    );
    const speaker = this.#now().segments.find((one) => one.index === index)?.speaker;
    this.#deps.announce(
      typeof speaker === 'string' ? messages.transcribe.speakerIs(number, speaker) : messages.transcribe.speakerIsNobody(number),
    );
  };

  /** Takes the mark of a doubtful segment away, or puts it back. */
  readonly toggleChecked = (index: number): void => {
    const segment = this.#sentOf(index);
    if (segment?.unsure !== true) return;
    const isChecked = this.#now().edits.checked?.[String(index)] !== true;
    const number = String(index + 1);
    this.#edit(messages.transcribe.checkOfSegment(number), withChecked(this.#now().edits, segment, isChecked));
    this.#deps.announce(isChecked ? messages.transcribe.isChecked(number) : messages.transcribe.isUnchecked(number));
  };

  /** What is typed into a segment: Undo takes it back by whole words and what was typed in one go. */
  readonly editText = (index: number, text: string, input: TextInput = { isTyping: true }): void => {
    const segment = this.#sentOf(index);
    if (!segment) return;
    const before = this.#now().segments.find((one) => one.index === index)?.text ?? segment.text;
    const goesOn = this.#typing.goesOn(String(index), before, text, { ...input, at: performance.now() });
    const label = messages.transcribe.textOfSegment(String(index + 1));
    this.#edit(label, withText(this.#now().edits, segment, text.slice(0, editLimits.segmentCharacters)), goesOn);
  };

  /** Renames a speaker for all that it says; an empty name is the service's own again. */
  readonly renameSpeaker = (speaker: string, name: string): void =>
    this.#edit(
      messages.transcribe.nameOfSpeaker(speakerName(speaker)),
      withSpeaker(this.#now().edits, speaker, name.slice(0, editLimits.speakerCharacters)),
    );

  /** A segment as the service sent it. */
  readonly restoreSegment = (index: number): void => {
    const { sent, edits } = this.#now();
    const segment = this.#sentOf(index);
    if (!segment) return;
    const unchecked = withChecked(edits, segment, false);
    this.#edit(messages.transcribe.restoreOriginal, withText(withSegmentSpeaker(unchecked, segment, '', sent), segment, segment.text));
    this.#deps.announce(messages.transcribe.restoredOriginal);
  };

  /** All of it as the service sent it. */
  readonly restoreAll = (): void => {
    if (!isEdited(this.#now().edits)) return;
    this.#edit(messages.transcribe.discard, noEdits);
    this.#deps.announce(messages.transcribe.noEdits);
  };

  readonly lookFor = (wanted: string): void => {
    this.#set({ wanted, current: -1 });
    this.#look(false);
    const { matches } = this.#now();
    if (wanted.trim() !== '')
      this.#deps.announce(matches.length === 0 ? messages.transcribe.notFoundStatus : messages.transcribe.found(String(matches.length)));
  };

  /** Counts the matches again; the one that is shown stays where it can. */
  #look(stay: boolean): void {
    const { segments, wanted, current } = this.#now();
    const matches = findInSegments(segments, wanted);
    this.#set({ matches, current: matches.length === 0 ? -1 : stay ? Math.min(Math.max(current, 0), matches.length - 1) : 0 });
  }

  /** Shows the match after this one, or the one before; behind the last comes the first. */
  readonly stepMatch = (by: 1 | -1): void => {
    const { matches, current } = this.#now();
    if (matches.length === 0) {
      this.#deps.announce(messages.transcribe.notFoundStatus);
      return;
    }
    const next = (current + by + matches.length) % matches.length;
    this.#set({ current: next });
    this.#deps.announce(messages.transcribe.matchPosition(String(next + 1), String(matches.length)));
  };
}

const sameEdits = (one: TranscriptEdits, other: TranscriptEdits): boolean =>
  sameEntries(one.texts, other.texts) &&
  sameEntries(one.speakers, other.speakers) &&
  sameEntries(one.segmentSpeakers, other.segmentSpeakers) &&
  sameEntries(one.checked, other.checked);

function sameEntries(one: Readonly<Record<string, unknown>> = {}, other: Readonly<Record<string, unknown>> = {}): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** A change is written when nothing has changed for this long, in milliseconds. */
const saveAfterMs = 400;
