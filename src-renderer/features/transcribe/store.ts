import { create } from 'zustand';
import { fail, type Failure, formatFailure } from '#shared/failure.ts';
import type { Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import { importLimits, mediaAddress } from '#shared/wire/media-address.ts';
import { plural, size } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { attempt, studio } from '../../core/host/host.ts';
import { onOperation, useStudio } from '../../core/studio/studio.ts';
import { closeEdits } from './edits.ts';
import { endUpload, showUpload, useUploading } from '../../core/sources/uploading.ts';
import { uploadFile } from './uploads.ts';
import { messages } from '#shared/messages/index.ts';
import { formatMessage, message } from '#shared/messages/message.ts';

/** A file that is to be transcribed: one that was dropped, or the sound that is kept with an earlier transcript. */
export interface ChosenFile {
  name: string;
  bytes: number;
  state: { step: 'uploading' } | { step: 'ready'; seconds: number } | { step: 'failed'; failure: Failure };
  /** How main knows it; undefined until it has it. */
  from: { uploadId: string } | { operationId: string } | undefined;
}

interface TranscribeForm {
  source: 'file' | 'address';
  file: ChosenFile | undefined;
  address: string;
  /** A language's code; empty where the service is to find out. */
  language: string;
  timestamps: boolean;
}

interface TranscriptsState {
  form: TranscribeForm;
  /** Somebody has asked for what is in the form; from then on what lacks is said. */
  asked: boolean;
  /** Why the service cannot fetch a file of this machine; `null` where it can, `undefined` until that is known. */
  outOfReach: string | null | undefined;
  /** What is being transcribed while this window waits for it, and since when, Unix milliseconds. */
  creating: { name: string; since: number } | undefined;
  createFailure: { failure: Failure; name: string } | undefined;
  list: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  transcripts: readonly TranscriptRecord[];
  /** Where the next page begins; null on the last. */
  next: string | null;
  search: string;
  /** The transcript that is read, as it was sent; what was changed of it is in `useTranscriptEdits`. */
  open: Transcript | undefined;
  /** It has just come: it takes the focus, unless somebody is at work elsewhere. */
  arrived: boolean;
  /** The one that cannot be opened, and why. */
  closed: { record: TranscriptRecord; failure: Failure } | undefined;
  opening: string | undefined;
}

export const useTranscripts = create<TranscriptsState>(() => ({
  form: { source: 'file', file: undefined, address: '', language: '', timestamps: true },
  asked: false,
  outOfReach: undefined,
  creating: undefined,
  createFailure: undefined,
  list: { state: 'loading' },
  transcripts: [],
  next: null,
  search: '',
  open: undefined,
  arrived: false,
  closed: undefined,
  opening: undefined,
}));

const set = useTranscripts.setState;
const now = useTranscripts.getState;

export const changeForm = (change: Partial<TranscribeForm>): void => set({ form: { ...now().form, ...change } });

/** What is wrong with the form, by field. What is merely still empty counts once somebody has asked for it. */
export function formProblems({ form, asked, outOfReach }: Pick<TranscriptsState, 'form' | 'asked' | 'outOfReach'>): {
  address?: string;
  file?: string;
} {
  if (form.source === 'address') {
    const address = form.address.trim();
    if (address === '') return asked ? { address: messages.transcribe.theAddressIsEmpty } : {};
    const read = mediaAddress.safeParse(address);
    return read.success ? {} : { address: messages.transcribe.theAddress(read.error.issues[0]?.message ?? messages.transcribe.isNone) };
  }
  if (typeof outOfReach === 'string') return asked ? { file: outOfReach } : {};
  if (form.file?.state.step === 'failed') return { file: formatFailure(form.file.state.failure) };
  if (form.file === undefined) return asked ? { file: messages.transcribe.chooseAFileOrDropOneHere } : {};
  return {};
}

/** Why the file in the form cannot be transcribed, in words; undefined where it can, or where there is none yet. */
export function whyFileIsRefused({ form, outOfReach }: Pick<TranscriptsState, 'form' | 'outOfReach'>): string | undefined {
  if (form.source !== 'file') return undefined;
  if (typeof outOfReach === 'string') return outOfReach;
  if (form.file?.state.step === 'uploading') return messages.transcribe.theFileIsStillBeingRead;
  return form.file?.state.step === 'failed' ? formatFailure(form.file.state.failure) : undefined;
}

let choosing: AbortController | undefined;

/** Takes a file: main looks at it at once, so that what cannot be transcribed is said before anything is sent. */
export async function chooseFile(file: File): Promise<void> {
  choosing?.abort();
  const controller = new AbortController();
  choosing = controller;
  const chosen = { name: file.name, bytes: file.size };
  if (file.size > importLimits.bytes.audio) {
    const tooLarge = message('transcribe.isTooLargeTheServiceOn', size(file.size), size(importLimits.bytes.audio));
    changeForm({
      source: 'file',
      file: { ...chosen, state: { step: 'failed', failure: fail('too-large', tooLarge).failure }, from: undefined },
    });
    announce(`${file.name}: ${formatMessage(tooLarge)}`);
    return;
  }
  changeForm({ source: 'file', file: { ...chosen, state: { step: 'uploading' }, from: undefined } });
  const answer = await attempt(async () => {
    const uploadId = await uploadFile(file, controller.signal);
    const { seconds } = await studio().run(
      'transcripts.inspect',
      { uploadId, name: file.name.slice(0, 255) },
      { signal: controller.signal },
    );
    return { uploadId, seconds };
  });
  if (controller.signal.aborted) return;
  if (answer.ok) {
    const { uploadId, seconds } = answer.value;
    changeForm({ file: { ...chosen, state: { step: 'ready', seconds }, from: { uploadId } } });
    announce(messages.transcribe.isReadyToBeTranscribed(file.name));
  } else {
    changeForm({ file: { ...chosen, state: { step: 'failed', failure: answer.failure }, from: undefined } });
    announce(`${file.name}: ${formatFailure(answer.failure)}`);
  }
}

export function dropFile(): void {
  choosing?.abort();
  changeForm({ file: undefined });
}

/** Puts what a transcript was made of into the form, for a new request. */
export function transcribeAgain({ operation, name, sound, address, seconds, language, timestamps }: TranscriptRecord): void {
  const common = { language: language ?? '', timestamps };
  if (sound) {
    const state = { step: 'ready', seconds: seconds ?? 0 } as const;
    const file = { name, bytes: sound.bytes, state, from: { operationId: operation.operationId } };
    changeForm({ ...common, source: 'file', file });
  } else changeForm({ ...common, source: 'address', address: address ?? '' });
  set({ asked: false, createFailure: undefined });
  announce(messages.transcribe.itIsInTheFormPressing);
}

let controller: AbortController | undefined;

/** Sends what is in the form, once. It is never sent again by itself: neither here nor by main. */
export async function transcribe(): Promise<void> {
  if (now().creating) return;
  set({ asked: true });
  const { form } = now();
  const problem = Object.values(formProblems(now()))[0];
  const from = form.source === 'address' ? { address: form.address.trim() } : form.file?.from;
  if (problem !== undefined || from === undefined) {
    announce(problem ?? messages.transcribe.theFileIsStillBeingRead);
    return;
  }
  const name = form.source === 'address' ? form.address.trim() : withEnding(form.file?.name ?? '');
  controller = new AbortController();
  const { signal } = controller;
  set({ creating: { name, since: Date.now() }, createFailure: undefined, asked: false });
  announce(messages.transcribe.isBeingTranscribed2(name));
  const answer = await attempt(async () => {
    const source = 'uploadId' in from ? { ...from, name: name.slice(0, 255) } : from;
    const input = { source, timestamps: form.timestamps, ...(form.language !== '' && { language: form.language }) };
    const call = studio().call('transcripts.create', input, { signal });
    for await (const event of call) {
      if ('bytes' in event) showUpload('transcription', event);
      else endUpload('transcription');
    }
    return call.result;
  });
  const unsent = useUploading.getState().transcription !== undefined;
  endUpload('transcription');
  set({ creating: undefined });
  if (answer.ok) {
    const { failure, ...transcript } = answer.value;
    changeForm({ file: undefined, address: '' });
    show(transcript);
    set({ arrived: true });
    if (failure) set({ createFailure: { failure, name } });
    announce(messages.transcribe.transcribed(plural(transcript.segments.length, messages.transcribe.segment)));
  } else if (answer.failure.kind === 'cancelled')
    announce(unsent ? messages.transcribe.stoppedNothingWasSent : messages.transcribe.stoppedWaitingItIsInThe);
  else set({ createFailure: { failure: answer.failure, name } });
  await loadTranscripts();
}

const withEnding = (name: string): string => (name === '' ? 'Sound' : name);

export const stopTranscribing = (): void => controller?.abort();

const pageSize = 50;
let reading = 0;

/** The list from its newest on, by the search that is set; as far as it was shown. */
export async function loadTranscripts(): Promise<void> {
  const turn = (reading += 1);
  const { search, transcripts } = now();
  const limit = Math.min(100, Math.max(pageSize, transcripts.length));
  const answer = await attempt(() => studio().run('transcripts.list', { search, limit }));
  if (turn !== reading) return;
  if (!answer.ok) {
    set({ list: { state: 'failed', failure: answer.failure } });
    return;
  }
  set({ list: { state: 'ready' }, transcripts: answer.value.transcripts, next: answer.value.next });
}

export async function loadMoreTranscripts(): Promise<void> {
  const { search, next } = now();
  if (next === null) return;
  const turn = reading;
  const answer = await attempt(() => studio().run('transcripts.list', { search, before: next, limit: pageSize }));
  if (turn !== reading) return;
  if (answer.ok) set({ transcripts: [...now().transcripts, ...answer.value.transcripts], next: answer.value.next });
  else toastFailure(answer.failure);
}

export function searchTranscripts(search: string): void {
  set({ search });
  void loadTranscripts();
}

function show(transcript: Transcript): void {
  closeEdits(transcript);
  set({ open: transcript, closed: undefined, opening: undefined });
}

/** Opens a transcript of the list; one that did not end well shows why. */
export async function openTranscript(record: TranscriptRecord): Promise<void> {
  const { operationId, state, failure } = record.operation;
  if (state !== 'done') {
    closeEdits(undefined);
    const underWay = fail('cancelled', message('transcribe.itIsUnderWay'), { charged: 'unknown', next: 'wait' }).failure;
    set({ open: undefined, opening: undefined, closed: { record, failure: failure ?? underWay } });
    return;
  }
  set({ opening: operationId });
  const answer = await attempt(() => studio().run('transcripts.open', { operationId }));
  if (now().opening !== operationId) return;
  if (answer.ok) show(answer.value);
  else {
    closeEdits(undefined);
    set({ open: undefined, opening: undefined, closed: { record, failure: answer.failure } });
  }
}

/** Keeps the sound of the open transcript, so that it can be heard. */
export async function attachSound(file: File): Promise<Failure | undefined> {
  const { open } = now();
  if (!open) return undefined;
  const { operationId } = open.record.operation;
  const answer = await attempt(async () => {
    const uploadId = await uploadFile(file);
    return studio().run('transcripts.attach', { operationId, uploadId, name: file.name.slice(0, 255) });
  });
  if (!answer.ok) return answer.failure;
  const shown = now().open;
  if (shown?.record.operation.operationId === operationId) set({ open: { ...shown, record: answer.value } });
  announce(messages.transcribe.theSoundIsKeptWithTheTranscript);
  await loadTranscripts();
  return undefined;
}

/** Credits of so many seconds, learned from what was transcribed; `undefined` where it cannot be told now. */
export async function secondPrice(signal: AbortSignal): Promise<{ perSecond: number | null; learnedFrom: number } | undefined> {
  const answer = await attempt(() => studio().run('jobs.price', { unit: 'second', family: 'transcription' }, { signal }));
  return answer.ok ? { perSecond: answer.value?.creditsPerUnit ?? null, learnedFrom: answer.value?.samples ?? 0 } : undefined;
}

async function learnReach(): Promise<void> {
  const answer = await attempt(() => studio().run('transcripts.reach', null));
  if (!answer.ok) return;
  const { reason } = answer.value;
  const before = now().outOfReach;
  set({ outOfReach: reason && formatMessage(reason) });
  // Where files cannot be had, an address is what there is; a person's own choice afterwards stays.
  if (reason !== null && before === undefined && now().form.file === undefined) changeForm({ source: 'address' });
}

/** Keeps the list true while the panel is shown, whoever changes it. */
export function watchTranscripts(): () => void {
  void loadTranscripts();
  if (useStudio.getState().connection?.state === 'ready') void learnReach();
  const stops = [
    onOperation(({ family, operationId }) => {
      if (family !== 'transcription') return;
      void loadTranscripts().then(() => {
        const { closed, transcripts } = now();
        const changed = transcripts.find(({ operation }) => operation.operationId === operationId);
        if (closed?.record.operation.operationId === operationId && changed) void openTranscript(changed);
      });
    }),
    useStudio.subscribe((after, before) => {
      if (after.connection?.id !== before.connection?.id) set({ outOfReach: undefined });
      const isNew = after.connection?.id !== before.connection?.id || before.connection?.state !== 'ready';
      if (after.connection?.state === 'ready' && isNew) void learnReach();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
