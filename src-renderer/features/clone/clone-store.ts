import { create } from 'zustand';
import type { CleanUp } from '#shared/clone/clean-up.ts';
import { canBeTrimmed, emptyForm, type CloneDraft, type CloneForm, type Recording, type Trim } from '#shared/clone/recordings.ts';
import { transcriptionLanguage } from '#shared/clone/languages.ts';
import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import { formatMessage } from '#shared/messages/message.ts';
import type { toast } from '../../lib/toast.tsx';
import { losesWords, putTranscript, questionBefore, type TranscriptQuestion } from './transcript-rules.ts';

/** A dropped file that was not read: it is too large or of another type, or nothing can be done with it. */
export interface HeldFile {
  id: string;
  file: File;
  why: string;
  /** True where it may be opened all the same, to be trimmed or converted. */
  opens: boolean;
}

/** How the sending stands, as long as it does. */
type Sending = { step: 'preparing' } | { step: 'checking' } | { step: 'uploading'; bytes: number; total: number } | { step: 'waiting' };

/** A clone that was sent and whose end nobody knows: what the service's list has of its name and time, once it was looked up. */
export interface LostClone {
  operation: PaidOperation;
  candidates: Candidate[] | undefined;
  looking: boolean;
  failure: Failure | undefined;
}

interface CloneState extends CloneDraft {
  /** The voice that was made is not among those of the connected service: it was deleted, or another account is connected. */
  isGone: boolean;
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | undefined;
  held: HeldFile[];
  /** Bytes that have come of a recording, by its id. */
  coming: Record<string, number>;
  /** Recordings that main has no decoder for, by their id: how far this window is with them. */
  decoding: Record<string, 'wanted' | 'done' | 'impossible'>;
  /** Recordings that are being cleaned up, by their id: what is wanted, and how far it is, 0 to 1. */
  cleaning: Record<string, { wanted: CleanUp; share: number }>;
  cleanUpFailure: { recordingId: string; failure: Failure } | undefined;
  /** The recording that is trimmed. */
  selected: string | undefined;
  sending: Sending | undefined;
  sendFailure: Failure | undefined;
  lost: LostClone[];
  /** Asks before another clone is paid for while one may have been made and charged. */
  asksAgain: boolean;
  transcribing: string | undefined;
  transcriptFailure: Failure | undefined;
  /** A recording that was transcribed before, while the person is asked about it. `isEdited`: the words of before are not in the transcript as they were. */
  asksTranscript: { recordingId: string; question: TranscriptQuestion; isEdited: boolean } | undefined;
  /** The transcript holds words of a recogniser that is often wrong, and nobody has changed it since. */
  transcriptIsDraft: boolean;
  /** Why a recording cannot be transcribed here; `undefined` while that is not known. */
  noTranscription: string | null | undefined;
  /** What was left out of a drop, in words. */
  notice: string | undefined;
  /** True while what was typed is not with main yet. */
  unsaved: boolean;
}

interface RecordingChange {
  trim?: Trim | null;
  sendAs?: Recording['sendAs'];
}

const transcriptionPrice = { unit: 'second', family: 'transcription' } as const;

export interface CloneDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  announce: typeof announce;
  toast: typeof toast;
}

/** The draft of a cloned voice: its form and recordings. */
export class CloneStore {
  readonly store = create<CloneState>(() => ({
    form: emptyForm,
    recordings: [],
    made: null,
    isGone: false,
    status: 'loading',
    failure: undefined,
    held: [],
    coming: {},
    decoding: {},
    cleaning: {},
    cleanUpFailure: undefined,
    selected: undefined,
    sending: undefined,
    sendFailure: undefined,
    lost: [],
    asksAgain: false,
    transcribing: undefined,
    transcriptFailure: undefined,
    asksTranscript: undefined,
    transcriptIsDraft: false,
    noTranscription: undefined,
    notice: undefined,
    unsaved: false,
  }));
  readonly #deps: CloneDependencies;
  readonly #set = this.store.setState;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #changes = 0;
  /** Changes of recordings that main has not answered yet. */
  readonly #pending = new Set<Promise<Failure | undefined>>();
  readonly #listeners = new Set<() => void>();

  constructor(dependencies: CloneDependencies) {
    this.#deps = dependencies;
  }

  /** Changes fields of the form; main keeps them when the typing rests. */
  readonly changeForm = (change: Partial<CloneForm>): void => {
    this.#set({ form: { ...this.store.getState().form, ...change }, sendFailure: undefined, unsaved: true });
    if (change.referenceText !== undefined) this.#set({ transcriptIsDraft: false });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.saveForm(), restMs);
  };

  /** The form as it is now is with main when this settles. */
  readonly saveForm = async (): Promise<Failure | undefined> => {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    const { form } = this.store.getState();
    const answer = await attempt(() => this.#deps.client.run('clone.saveForm', form));
    if (!answer.ok) this.#set({ failure: answer.failure });
    else if (this.store.getState().form === form) this.#set({ unsaved: false });
    return answer.ok ? undefined : answer.failure;
  };

  /** A recording is of a text in this language. */
  readonly noteLanguage = (recordingId: string, language: string): void => {
    const { form, recordings } = this.store.getState();
    const others = form.spokenIn.filter((one) => one.recordingId !== recordingId && recordings.some(({ id }) => id === one.recordingId));
    this.changeForm({ spokenIn: [...others, { recordingId, language }] });
  };

  readonly takeDraft = ({ form, recordings, made }: CloneDraft): void => {
    const { selected } = this.store.getState();
    const kept = recordings.some(({ id }) => id === selected) ? selected : recordings.find(canBeTrimmed)?.id;
    this.#set({ form, recordings, made, status: 'ready', failure: undefined, selected: kept });
  };

  /** Puts a recording in its place in the list, or at its end. One that was removed meanwhile stays away. */
  readonly putRecording = (next: Recording, isNew = false): void => {
    const { recordings, selected } = this.store.getState();
    const known = recordings.some(({ id }) => id === next.id);
    if (!known && !isNew) return;
    this.#set({
      recordings: known ? recordings.map((recording) => (recording.id === next.id ? next : recording)) : [...recordings, next],
      selected: selected ?? (canBeTrimmed(next) ? next.id : undefined),
    });
  };

  /** Shown at once: what is changed next begins from it. Only the answer to the last change is taken for what there is. */
  readonly updateRecording = async (id: string, change: RecordingChange): Promise<void> => {
    const saved = this.#saveRecording(id, change);
    this.#pending.add(saved);
    await saved;
    this.#pending.delete(saved);
  };

  /** Main has the recordings as they are shown when this settles; returns why it does not have one. What is sent before that is not what is shown. */
  readonly saveRecordings = async (): Promise<Failure | undefined> => {
    let failure: Failure | undefined;
    while (this.#pending.size > 0) failure = (await Promise.all(this.#pending)).find((one) => one !== undefined) ?? failure;
    return failure;
  };

  async #saveRecording(id: string, change: RecordingChange): Promise<Failure | undefined> {
    const before = this.store.getState().recordings.find((recording) => recording.id === id);
    if (before) this.putRecording({ ...before, ...change });
    const turn = (this.#changes += 1);
    const answer = await attempt(() => this.#deps.client.run('clone.update', { recordingId: id, ...change }));
    if (!answer.ok) this.#set({ failure: answer.failure });
    const now = answer.ok ? answer.value : before;
    if (turn === this.#changes && now) this.putRecording(now);
    return answer.ok ? undefined : answer.failure;
  }

  readonly removeRecording = async (id: string): Promise<void> => {
    const { recordings, selected } = this.store.getState();
    const left = recordings.filter((recording) => recording.id !== id);
    this.#set({ recordings: left, selected: selected === id ? left.find(canBeTrimmed)?.id : selected, sendFailure: undefined });
    const { transcripts } = this.store.getState().form;
    const heard = transcripts.filter(({ recordingId }) => recordingId !== id);
    if (heard.length < transcripts.length) this.changeForm({ transcripts: heard });
    // The next recording may be of somebody else.
    if (left.length === 0 && recordings.length > 0 && this.store.getState().form.consent) this.changeForm({ consent: false });
    const answer = await attempt(() => this.#deps.client.run('clone.remove', { recordingId: id }));
    if (!answer.ok && answer.failure.kind !== 'not-found') this.#set({ failure: answer.failure });
  };

  /** Takes all of that out of the draft; the files stay where they are. */
  readonly removeUnusable = async (): Promise<void> => {
    const state = this.store.getState();
    const ids = unusable(state);
    this.#set({ held: state.held.filter(({ id }) => !ids.includes(id)) });
    this.#deps.announce(messages.clone.recordingsRemoved(messages.clone.file(ids.length)));
    for (const { id } of state.recordings) if (ids.includes(id)) await this.removeRecording(id);
  };

  /** Moves a recording up (-1) or down (1) in the list: that is the order in which they are sent. */
  readonly moveRecording = async (id: string, by: 1 | -1): Promise<void> => {
    const { recordings } = this.store.getState();
    const from = recordings.findIndex((recording) => recording.id === id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= recordings.length) return;
    const moved = [...recordings];
    const [one] = moved.splice(from, 1);
    if (one) moved.splice(to, 0, one);
    this.#set({ recordings: moved });
    const answer = await attempt(() => this.#deps.client.run('clone.arrange', { recordingIds: moved.map((recording) => recording.id) }));
    if (!answer.ok) this.#set({ failure: answer.failure });
  };

  readonly selectRecording = (id: string): void => this.#set({ selected: id });

  readonly dropHeld = (id: string): void => this.#set({ held: this.store.getState().held.filter((held) => held.id !== id) });

  readonly dismissNotice = (): void => this.#set({ notice: undefined });

  readonly dismissFailure = (): void => this.#set({ failure: undefined });

  /** Everything of this clone goes, and another can be begun. */
  readonly startAnother = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('clone.clear', null));
    if (!answer.ok) {
      this.#set({ failure: answer.failure });
      return;
    }
    this.takeDraft(answer.value);
    this.#set({ held: [], sendFailure: undefined, transcriptFailure: undefined, cleanUpFailure: undefined, notice: undefined });
  };

  /** Opens the draft again of which a voice was made. Consent is asked for again. */
  readonly reopen = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('clone.reopen', null));
    if (answer.ok) this.takeDraft(answer.value);
    else this.#set({ failure: answer.failure });
  };

  /** Whether the connected service can fetch from here; asked again when another is connected. */
  readonly learnTranscription = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('clone.canTranscribe', null));
    this.#set({ noTranscription: answer.ok ? answer.value.reason && formatMessage(answer.value.reason) : plainFailure(answer.failure) });
  };

  /** Credits of a second of transcription; undefined while that is not known. */
  readonly secondPrice = async (signal: AbortSignal): Promise<{ creditsPerUnit: number; samples: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', transcriptionPrice, { signal }));
    return (answer.ok ? answer.value : null) ?? undefined;
  };

  /**
   * Fills the transcript with the words of a recording: in the place of its words of before, behind what else is there. Asks first (`isWanted`: that was
   * answered) where the same was transcribed and charged already, or the person has changed those words.
   */
  readonly transcribe = async (id: string, isWanted = false): Promise<void> => {
    const { form, recordings } = this.store.getState();
    const shown = recordings.find((recording) => recording.id === id);
    const question = shown && questionBefore(form, shown);
    if (question && !isWanted) {
      const before = form.transcripts.find(({ recordingId }) => recordingId === id);
      const isEdited = form.referenceText.trim() !== '' && !form.referenceText.includes(before?.text ?? '');
      this.#set({ asksTranscript: { recordingId: id, question, isEdited } });
      return;
    }
    const saved = this.saveRecordings();
    if (!(await this.#deps.unknownPrice.mayBuy(messages.clone.transcribe, transcriptionPrice))) return;
    if (this.store.getState().transcribing !== undefined) return;
    this.#set({ transcribing: id, transcriptFailure: undefined });
    if (await saved) {
      // Why is shown beside the recordings.
      this.#set({ transcribing: undefined });
      return;
    }
    const language = transcriptionLanguage(this.store.getState().form, id);
    const sent = this.store.getState().recordings.find((recording) => recording.id === id);
    const answer = await attempt(() =>
      this.#deps.client.run('clone.transcribe', { recordingId: id, ...(language !== undefined && { language }) }),
    );
    this.#set({ transcribing: undefined });
    if (!answer.ok) {
      this.#set({ transcriptFailure: answer.failure });
      return;
    }
    if (!sent) return;
    const before = this.store.getState();
    const next = putTranscript(before.form, { recording: sent, language }, answer.value.text, before.recordings.length === 1);
    if (losesWords(before.form, next)) this.#offerWords(before.form.referenceText, next.referenceText);
    this.changeForm(next);
    this.#set({ transcriptIsDraft: answer.value.draft });
  };

  readonly answerTranscript = (isWanted: boolean): void => {
    const asked = this.store.getState().asksTranscript;
    this.#set({ asksTranscript: undefined });
    if (asked && isWanted) void this.transcribe(asked.recordingId, true);
  };

  /** Undo brings back what a person wrote, as long as the new transcript stands unchanged. */
  #offerWords(before: string, after: string): void {
    this.#deps.toast(messages.clone.transcriptWasReplaced, '', () => {
      if (this.store.getState().form.referenceText !== after) return false;
      this.changeForm({ referenceText: before });
      return true;
    });
  }

  readonly loadDraft = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('clone.draft', null));
    if (answer.ok) this.takeDraft(answer.value);
    else this.#set({ status: 'failed', failure: answer.failure });
  };

  /** Calls `listener` when the draft is read: the first time, and after each reconnect. Returns what stops that. */
  readonly whenDraftIsRead = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly watchClone = (): void => {
    this.#deps.host.whenOpened(() => {
      // A form that was being typed when the wire broke is newer than what main has.
      const typed = this.#rest === undefined ? undefined : this.store.getState().form;
      void this.loadDraft().then(() => {
        if (typed !== undefined) this.changeForm(typed);
        for (const listener of this.#listeners) listener();
      });
    });
    window.addEventListener('blur', () => {
      if (this.#rest !== undefined) void this.saveForm();
    });
    window.addEventListener('pagehide', () => {
      if (this.#rest !== undefined) void this.saveForm();
    });
  };
}

/** How long typing rests before the form is kept, in milliseconds. */
const restMs = 400;

/** What has no sound in it, and what is no recording at all: it can only be taken out again. */
export const unusable = ({ recordings, held }: Pick<CloneState, 'recordings' | 'held'>): readonly string[] => [
  ...recordings.filter(({ state }) => state === 'failed').map(({ id }) => id),
  ...held.filter(({ opens }) => !opens).map(({ id }) => id),
];
