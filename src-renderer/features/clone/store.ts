import { create } from 'zustand';
import { canBeTrimmed, emptyForm, type CloneDraft, type CloneForm, type Recording, type Trim } from '#shared/clone/recordings.ts';
import { formatFailure, type Failure } from '#shared/failure.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import type { HostClient } from '../../core/host/wire.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { attempt, studio, whenOpened } from '../../core/host/host.ts';
import { messages } from '#shared/messages/index.ts';
import { formatMessage } from '#shared/messages/message.ts';

/** A dropped file that was not read: it is too large or of another type, or nothing can be done with it. */
export interface HeldFile {
  id: string;
  file: File;
  why: string;
  /** True where it may be opened all the same, to be trimmed or converted. */
  opens: boolean;
}

/** How the sending stands, as long as it does. */
type Sending = { step: 'preparing' } | { step: 'uploading'; bytes: number; total: number } | { step: 'waiting' };

/** A clone that was sent and whose end nobody knows: what the service's list has of its name and time, once it was looked up. */
export interface LostClone {
  operation: PaidOperation;
  candidates: Candidate[] | undefined;
  looking: boolean;
  failure: Failure | undefined;
}

interface CloneState extends CloneDraft {
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | undefined;
  held: HeldFile[];
  /** Bytes that have come of a recording, by its id. */
  coming: Record<string, number>;
  /** Recordings that main has no decoder for, by their id: how far this window is with them. */
  decoding: Record<string, 'wanted' | 'done' | 'impossible'>;
  /** The recording that is trimmed. */
  selected: string | undefined;
  sending: Sending | undefined;
  sendFailure: Failure | undefined;
  lost: LostClone[];
  transcribing: string | undefined;
  transcriptFailure: Failure | undefined;
  /** Why a recording cannot be transcribed here; `undefined` while that is not known. */
  noTranscription: string | null | undefined;
  /** What was left out of a drop, in words. */
  notice: string | undefined;
  /** True while what was typed is not with main yet. */
  unsaved: boolean;
}

export const useClone = create<CloneState>(() => ({
  form: emptyForm,
  recordings: [],
  made: null,
  status: 'loading',
  failure: undefined,
  held: [],
  coming: {},
  decoding: {},
  selected: undefined,
  sending: undefined,
  sendFailure: undefined,
  lost: [],
  transcribing: undefined,
  transcriptFailure: undefined,
  noTranscription: undefined,
  notice: undefined,
  unsaved: false,
}));

const set = useClone.setState;

/** How long typing rests before the form is kept, in milliseconds. */
const restMs = 400;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Changes fields of the form; main keeps them when the typing rests. */
export function changeForm(change: Partial<CloneForm>): void {
  set({ form: { ...useClone.getState().form, ...change }, sendFailure: undefined, unsaved: true });
  clearTimeout(rest);
  rest = setTimeout(() => void saveForm(), restMs);
}

/** The form as it is now is with main when this settles. */
export async function saveForm(): Promise<Failure | undefined> {
  clearTimeout(rest);
  rest = undefined;
  const { form } = useClone.getState();
  const answer = await attempt(() => studio().run('clone.saveForm', form));
  if (!answer.ok) set({ failure: answer.failure });
  else if (useClone.getState().form === form) set({ unsaved: false });
  return answer.ok ? undefined : answer.failure;
}

export function takeDraft({ form, recordings, made }: CloneDraft): void {
  const { selected } = useClone.getState();
  const kept = recordings.some(({ id }) => id === selected) ? selected : recordings.find(canBeTrimmed)?.id;
  set({ form, recordings, made, status: 'ready', failure: undefined, selected: kept });
}

/** Puts a recording in its place in the list, or at its end. One that was removed meanwhile stays away. */
export function putRecording(next: Recording, isNew = false): void {
  const { recordings, selected } = useClone.getState();
  const known = recordings.some(({ id }) => id === next.id);
  if (!known && !isNew) return;
  set({
    recordings: known ? recordings.map((recording) => (recording.id === next.id ? next : recording)) : [...recordings, next],
    selected: selected ?? (canBeTrimmed(next) ? next.id : undefined),
  });
}

/** Shown at once: what is changed next begins from it. Only the answer to the last change is taken for what there is. */
export async function updateRecording(id: string, change: { trim?: Trim | null; sendAs?: Recording['sendAs'] }): Promise<void> {
  const before = useClone.getState().recordings.find((recording) => recording.id === id);
  if (before) putRecording({ ...before, ...change });
  const turn = (changes += 1);
  const answer = await attempt(() => studio().run('clone.update', { recordingId: id, ...change }));
  if (!answer.ok) set({ failure: answer.failure });
  const now = answer.ok ? answer.value : before;
  if (turn === changes && now) putRecording(now);
}
let changes = 0;

export async function removeRecording(id: string): Promise<void> {
  const { recordings, selected } = useClone.getState();
  const left = recordings.filter((recording) => recording.id !== id);
  set({ recordings: left, selected: selected === id ? left.find(canBeTrimmed)?.id : selected, sendFailure: undefined });
  const answer = await attempt(() => studio().run('clone.remove', { recordingId: id }));
  if (!answer.ok && answer.failure.kind !== 'not-found') set({ failure: answer.failure });
}

/** What has no sound in it, and what is no recording at all: it can only be taken out again. */
export const unusable = ({ recordings, held }: Pick<CloneState, 'recordings' | 'held'>): readonly string[] => [
  ...recordings.filter(({ state }) => state === 'failed').map(({ id }) => id),
  ...held.filter(({ opens }) => !opens).map(({ id }) => id),
];

/** Takes all of that out of the draft; the files stay where they are. */
export async function removeUnusable(): Promise<void> {
  const state = useClone.getState();
  const ids = unusable(state);
  set({ held: state.held.filter(({ id }) => !ids.includes(id)) });
  announce(messages.clone.removedFromTheDraftTheyStay(plural(ids.length, messages.clone.file)));
  for (const { id } of state.recordings) if (ids.includes(id)) await removeRecording(id);
}

/** Moves a recording up (-1) or down (1) in the list: that is the order in which they are sent. */
export async function moveRecording(id: string, by: 1 | -1): Promise<void> {
  const { recordings } = useClone.getState();
  const from = recordings.findIndex((recording) => recording.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= recordings.length) return;
  const moved = [...recordings];
  const [one] = moved.splice(from, 1);
  if (one) moved.splice(to, 0, one);
  set({ recordings: moved });
  const answer = await attempt(() => studio().run('clone.arrange', { recordingIds: moved.map((recording) => recording.id) }));
  if (!answer.ok) set({ failure: answer.failure });
}

export const selectRecording = (id: string): void => set({ selected: id });
export const dropHeld = (id: string): void => set({ held: useClone.getState().held.filter((held) => held.id !== id) });
export const dismissNotice = (): void => set({ notice: undefined });
export const dismissFailure = (): void => set({ failure: undefined });

/** Everything of this clone goes, and another can be begun. */
export async function startAnother(): Promise<void> {
  const answer = await attempt(() => studio().run('clone.clear', null));
  if (!answer.ok) {
    set({ failure: answer.failure });
    return;
  }
  takeDraft(answer.value);
  set({ held: [], sendFailure: undefined, transcriptFailure: undefined, notice: undefined });
}

/** Whether the connected service can fetch from here; asked anew when another is connected. */
export async function learnTranscription(): Promise<void> {
  const answer = await attempt(() => studio().run('clone.canTranscribe', null));
  set({ noTranscription: answer.ok ? answer.value.reason && formatMessage(answer.value.reason) : formatFailure(answer.failure) });
}

/** Fills the transcript with the words of a recording. What a person wrote is kept: the words come behind it. */
export async function transcribe(id: string): Promise<void> {
  set({ transcribing: id, transcriptFailure: undefined });
  const language = useClone.getState().form.languages[0];
  const answer = await attempt(() => studio().run('clone.transcribe', { recordingId: id, ...(language !== undefined && { language }) }));
  set({ transcribing: undefined });
  if (!answer.ok) {
    set({ transcriptFailure: answer.failure });
    return;
  }
  const { referenceText } = useClone.getState().form;
  changeForm({ referenceText: referenceText.trim() === '' ? answer.value.text : `${referenceText.trimEnd()}\n${answer.value.text}` });
}

export async function loadDraft(): Promise<void> {
  const answer = await attempt(() => studio().run('clone.draft', null));
  if (answer.ok) takeDraft(answer.value);
  else set({ status: 'failed', failure: answer.failure });
}

const listeners: ((client: HostClient) => void)[] = [];
/** Called when the draft is read, the first time and after each reconnect. */
export const whenDraftIsRead = (listener: (client: HostClient) => void): void => void listeners.push(listener);

export function watchClone(): void {
  whenOpened((client) => {
    // A form that was being typed when the wire broke is newer than what main has.
    const typed = rest === undefined ? undefined : useClone.getState().form;
    void loadDraft().then(() => {
      if (typed !== undefined) changeForm(typed);
      for (const listener of listeners) listener(client);
    });
  });
  window.addEventListener('blur', () => {
    if (rest !== undefined) void saveForm();
  });
  window.addEventListener('pagehide', () => {
    if (rest !== undefined) void saveForm();
  });
}
