import { cutText } from '#shared/cut-text.ts';
import { z } from 'zod';
import { create } from 'zustand';
import { fail, type Failure, formatFailure } from '#shared/failure.ts';
import type { RecogniserState, Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { size } from '../../lib/format.ts';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { attempt } from '../../core/host/attempt.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { UploadingStore } from '../../core/sources/uploading-store.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import { whyNoText, type KnownTextStore } from './known-text-store.ts';
import type { TranscriptEditsStore } from './edits-store.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { ResultRemoval } from '../../core/removal/result-removal.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { exampleFile } from '../../core/examples/example-files.ts';
import type { DubOfRecording } from '../../core/window/window-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastFailure } from '../../lib/toast.tsx';
import { formProblems, type FormState, type TranscribeForm } from './form-rules.ts';
import { formatMessage, message } from '#shared/messages/message.ts';

interface TranscriptsState extends FormState {
  /** What the local service recognises besides its own speech; `null` where the service does not say, `undefined` until that is known. */
  recogniser: RecogniserState | null | undefined;
  /** What is being transcribed while this window waits for it, and since when, Unix milliseconds. */
  creating: { name: string; since: number; /** Of an alignment: how far it is, from 0 to 1. */ fraction?: number } | undefined;
  createFailure: { failure: Failure; name: string; /** Nothing was sent for it. */ aligned?: boolean } | undefined;
  list: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  transcripts: readonly TranscriptRecord[];
  /** Where the next page begins; null on the last. */
  next: string | null;
  search: string;
  /** Those that were removed from the list are shown, in place of the others. */
  showRemoved: boolean;
  /** The transcript that is read, as it was sent; what was changed of it is in `useTranscriptEdits`. */
  open: Transcript | undefined;
  /** It has just come: it takes the focus, unless somebody is at work elsewhere. */
  arrived: boolean;
  /** The transcript that was made of a dub's video in this window, and that dub. */
  forDub: { transcriptId: string; dub: DubOfRecording } | undefined;
  /** The one that cannot be opened, and why. */
  closed: { record: TranscriptRecord; failure: Failure } | undefined;
  opening: string | undefined;
  /** The field of the address is to take the focus. */
  focusAddress: boolean;
}

const transcriptionPrice = { unit: 'second', family: 'transcription' } as const;

export interface TranscriptsDependencies {
  client: StudioClient;
  uploading: Pick<UploadingStore, 'showUpload' | 'endUpload' | 'store'>;
  edits: Pick<TranscriptEditsStore, 'closeEdits'>;
  knownText: Pick<KnownTextStore, 'store' | 'order' | 'chooseTextFile' | 'changeText'>;
  project: Pick<ProjectStore, 'store'>;
  studio: Pick<StudioStore, 'store' | 'onOperation'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  removal: Pick<ResultRemoval, 'removeResult' | 'restoreResult'>;
  exampleFile: typeof exampleFile;
  announce: typeof announce;
  toastFailure: typeof toastFailure;
}

/** The transcripts that are kept, and the one that is open. */
export class TranscriptsStore {
  readonly store = create<TranscriptsState>(() => ({
    form: { source: 'file', file: undefined, address: '', words: 'recognition', language: '', timestamps: true },
    asked: false,
    outOfReach: undefined,
    recogniser: undefined,
    creating: undefined,
    createFailure: undefined,
    list: { state: 'loading' },
    transcripts: [],
    next: null,
    search: '',
    showRemoved: false,
    open: undefined,
    arrived: false,
    forDub: undefined,
    closed: undefined,
    opening: undefined,
    focusAddress: false,
  }));
  readonly #deps: TranscriptsDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #choosing: AbortController | undefined;
  /** Takes the file in the form once more, where something else is to be done with it. */
  #takeAgain: (() => Promise<void>) | undefined;
  /** Somebody has said where the words come from. */
  #wordsChosen = false;
  /** Of the file in the form, for playing. */
  #url: string | undefined;
  #controller: AbortController | undefined;
  #reading = 0;

  constructor(dependencies: TranscriptsDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ open, forDub }, before) => {
      if (open?.record.id === before.open?.record.id && forDub === before.forDub) return;
      const dub = forDub?.transcriptId === open?.record.id ? forDub?.dub : undefined;
      openTranscript.set(open && { id: open.record.id, dub });
    });
  }

  /** Opens the transcript that was open when the window loaded again, where it is still there. */
  async #resume(): Promise<void> {
    const kept = openTranscript.get();
    const { open, closed, opening, form } = this.#now();
    if (!kept || open || closed || opening !== undefined || form.file) return;
    const { id, dub } = kept;
    this.#set({ opening: id });
    const answer = await attempt(() => this.#deps.client.run('transcripts.open', { id }));
    if (this.#now().opening !== id) return;
    if (answer.ok) {
      this.#show(answer.value);
      this.#set({ forDub: dub && { transcriptId: id, dub } });
    } else {
      openTranscript.set(undefined);
      this.#set({ opening: undefined });
    }
  }

  readonly changeForm = (change: Partial<TranscribeForm>): void => this.#set({ form: { ...this.#now().form, ...change } });

  /** Sets where the words come from. What is too long for one may not be for the other, so that the file is looked at again. */
  readonly chooseWords = (words: TranscribeForm['words']): void => {
    this.#wordsChosen = true;
    this.#setWords(words);
  };

  #setWords(words: TranscribeForm['words']): void {
    const { form, outOfReach } = this.#now();
    if (form.words === words) return;
    const cannotSend = words === 'recognition' && typeof outOfReach === 'string' && form.file === undefined;
    this.changeForm({ words, source: words === 'text' ? 'file' : cannotSend ? 'address' : form.source });
    const { file } = form;
    const seconds = file?.state.step === 'ready' ? file.state.seconds : 0;
    const isLarge = (file?.bytes ?? 0) > importLimits.bytes.audio || seconds > importLimits.seconds || file?.state.step === 'failed';
    if (file && isLarge) void this.#takeAgain?.();
  }

  /** Takes what was dropped: a recording, and the text that may come with it. A text by its name is what it is aligned to. */
  readonly takeFiles = async (files: readonly File[]): Promise<void> => {
    const text = files.find(isText);
    const recording = files.find((file) => !isText(file));
    if (text) this.chooseWords('text');
    await Promise.all([text && this.#deps.knownText.chooseTextFile(text), recording && this.chooseFile(recording)]);
  };

  /** Takes a file: main looks at it at once, so that what cannot be transcribed is said before anything is sent. */
  readonly chooseFile = async (file: File): Promise<void> => {
    const { signal } = this.#beginChoosing(() => this.chooseFile(file));
    const purpose = this.#purpose();
    const chosen = { name: file.name, bytes: file.size };
    if (purpose === 'recognition' && file.size > importLimits.bytes.audio) {
      const tooLarge = message('transcribe.fileTooLarge', size(file.size), size(importLimits.bytes.audio));
      this.changeForm({
        source: 'file',
        file: { ...chosen, state: { step: 'failed', failure: fail('too-large', tooLarge).failure }, from: undefined },
      });
      this.#deps.announce(`${file.name}: ${formatMessage(tooLarge)}`);
      return;
    }
    this.changeForm({ source: 'file', file: { ...chosen, state: { step: 'uploading' }, from: undefined } });
    const answer = await attempt(async () => {
      const uploadId = await uploadFile(file, signal);
      const { seconds } = await this.#deps.client.run(
        'transcripts.inspect',
        { uploadId, name: cutText(file.name, 255), purpose },
        { signal },
      );
      return { uploadId, seconds };
    });
    if (signal.aborted) return;
    if (answer.ok) {
      const { uploadId, seconds } = answer.value;
      this.#url = URL.createObjectURL(file);
      this.changeForm({ file: { ...chosen, url: this.#url, blob: file, state: { step: 'ready', seconds }, from: { uploadId } } });
      this.#deps.announce(messages.transcribe.fileReady(file.name));
    } else {
      this.changeForm({ file: { ...chosen, state: { step: 'failed', failure: answer.failure }, from: undefined } });
      this.#deps.announce(`${file.name}: ${formatFailure(answer.failure)}`);
    }
  };

  /** Takes what a dub's video says. Its transcript is for segments, which need times. */
  readonly takeDub = async (dub: DubOfRecording): Promise<void> => {
    const { signal } = this.#beginChoosing(() => this.takeDub(dub));
    const purpose = this.#purpose();
    const chosen = { name: dub.title, bytes: 0, dub, from: undefined };
    this.#set({ asked: false, createFailure: undefined });
    this.changeForm({ source: 'file', timestamps: true, file: { ...chosen, state: { step: 'uploading' } } });
    const answer = await attempt(async () => {
      const { uploadId, name, title, bytes } = await this.#deps.client.run('dubs.recording', { dubId: dub.id }, { signal });
      const { seconds } = await this.#deps.client.run('transcripts.inspect', { uploadId, name, purpose }, { signal });
      return { uploadId, name, title, bytes, seconds };
    });
    if (signal.aborted) return;
    if (answer.ok) {
      const { uploadId, name: fileName, title: name, bytes, seconds } = answer.value;
      const url = `/bytes/dub/${dub.id}/video`;
      this.changeForm({ file: { name, bytes, url, dub, state: { step: 'ready', seconds }, from: { uploadId, fileName } } });
      this.#deps.announce(messages.transcribe.fileReady(name));
    } else {
      this.changeForm({ file: { ...chosen, state: { step: 'failed', failure: answer.failure } } });
      this.#deps.announce(`${dub.title}: ${formatFailure(answer.failure)}`);
    }
  };

  /** Another file is wanted: the one before is forgotten, and the stage is its own. */
  #beginChoosing(again: () => Promise<void>): AbortController {
    this.#choosing?.abort();
    this.#choosing = new AbortController();
    this.#forgetUrl();
    this.#takeAgain = again;
    this.#leaveTranscript();
    if (this.#now().creating === undefined) this.#set({ createFailure: undefined });
    return this.#choosing;
  }

  #purpose(): 'alignment' | 'recognition' {
    return this.#now().form.words === 'text' ? 'alignment' : 'recognition';
  }

  /** The stage shows what is in the form: a transcript of before would be taken for its own. */
  #leaveTranscript(): void {
    if (this.#now().open) this.#deps.edits.closeEdits(undefined);
    this.#set({ open: undefined, closed: undefined, opening: undefined });
  }

  /** The window keeps no more than one file for playing. */
  #forgetUrl(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }

  /** Puts the open transcript away: the stage is empty again, as at first. */
  readonly closeTranscript = (): void => {
    this.#leaveTranscript();
    this.#deps.announce(messages.transcribe.transcriptClosed);
  };

  readonly dropFile = (): void => {
    this.#choosing?.abort();
    this.#forgetUrl();
    this.#takeAgain = undefined;
    this.changeForm({ file: undefined });
  };

  /** Puts what a transcript was made of into the form, for a new request. */
  readonly transcribeAgain = ({ id, name, sound, address, seconds, language, timestamps }: TranscriptRecord): void => {
    const common = { language: language ?? '', timestamps, words: 'recognition' } as const;
    this.#takeAgain = undefined;
    this.#leaveTranscript();
    if (sound) {
      const state = { step: 'ready', seconds: seconds ?? 0 } as const;
      const file = { name, bytes: sound.bytes, url: sound.url, state, from: { id } };
      this.changeForm({ ...common, source: 'file', file });
    } else this.changeForm({ ...common, source: 'address', address: address ?? '' });
    this.#set({ asked: false, createFailure: undefined });
    this.#deps.announce(messages.transcribe.addedToForm);
  };

  /** Does what the form says: sends it to the service, or aligns it here. */
  readonly submit = (): Promise<void> => (this.#now().form.words === 'text' ? this.align() : this.transcribe());

  /** Finds the text in the recording, on this machine. */
  readonly align = async (): Promise<void> => {
    if (this.#now().creating) return;
    this.#set({ asked: true });
    const { form } = this.#now();
    const [from, text] = [form.file?.from, this.#deps.knownText.order()];
    const noText = whyNoText(this.#deps.knownText.store.getState(), this.#deps.project.store.getState(), true);
    const problem = formProblems(this.#now()).file ?? noText;
    if (problem !== undefined || from === undefined || text === undefined) {
      this.#deps.announce(problem ?? messages.transcribe.fileLoading);
      return;
    }
    const name = withEnding(form.file?.name ?? '');
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const since = Date.now();
    this.#leaveTranscript();
    this.#set({ creating: { name, since, fraction: 0 }, createFailure: undefined, asked: false, showRemoved: false });
    this.#deps.announce(messages.transcribe.aligning(name));
    const answer = await attempt(async () => {
      const source = 'uploadId' in from ? uploaded(from, name) : from;
      const input = { source, text, ...(form.language !== '' && { language: form.language }) };
      const call = this.#deps.client.call('transcripts.align', input, { signal });
      for await (const { fraction } of call) this.#set({ creating: { name, since, fraction } });
      return call.result;
    });
    this.#set({ creating: undefined });
    if (answer.ok) this.#arrive(answer.value, form, messages.transcribe.aligned);
    else if (answer.failure.kind === 'cancelled') this.#deps.announce(messages.transcribe.stoppedAligning);
    else this.#set({ createFailure: { failure: answer.failure, name, aligned: true } });
    await this.loadTranscripts();
  };

  /** Shows what has just come, and empties the form of what it was made of; what was chosen meanwhile stays. */
  #arrive(transcript: Transcript, made: TranscribeForm, say: (segments: string) => string): void {
    const { form, forDub } = this.#now();
    if (form.file?.from === made.file?.from) {
      this.#forgetUrl();
      this.#takeAgain = undefined;
      this.changeForm({ file: undefined, address: '' });
    }
    this.#show(transcript);
    const dub = made.source === 'file' ? made.file?.dub : undefined;
    this.#set({ arrived: true, forDub: dub ? { transcriptId: transcript.record.id, dub } : forDub });
    this.#deps.announce(say(messages.transcribe.segment(transcript.segments.length)));
  }

  /** Sends what is in the form, once. It is never sent again by itself: neither here nor by main. */
  readonly transcribe = async (): Promise<void> => {
    if (this.#now().creating) return;
    this.#set({ asked: true });
    const { form } = this.#now();
    const problem = Object.values(formProblems(this.#now()))[0];
    const from = form.source === 'address' ? { address: form.address.trim() } : form.file?.from;
    if (problem !== undefined || from === undefined) {
      this.#deps.announce(problem ?? messages.transcribe.fileLoading);
      return;
    }
    const isWanted = await this.#deps.unknownPrice.mayBuy(messages.transcribe.transcribe, transcriptionPrice);
    if (!isWanted || this.#now().creating) return;
    const name = form.source === 'address' ? form.address.trim() : withEnding(form.file?.name ?? '');
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#leaveTranscript();
    this.#set({ creating: { name, since: Date.now() }, createFailure: undefined, asked: false, showRemoved: false });
    this.#deps.announce(messages.transcribe.transcribingNamed(name));
    const answer = await attempt(async () => {
      const source = 'uploadId' in from ? uploaded(from, name) : from;
      const input = { source, timestamps: form.timestamps, ...(form.language !== '' && { language: form.language }) };
      const call = this.#deps.client.call('transcripts.create', input, { signal });
      for await (const event of call) {
        if ('bytes' in event) this.#deps.uploading.showUpload('transcription', event);
        else this.#deps.uploading.endUpload('transcription');
      }
      return call.result;
    });
    const unsent = this.#deps.uploading.store.getState().transcription !== undefined;
    this.#deps.uploading.endUpload('transcription');
    this.#set({ creating: undefined });
    if (answer.ok) {
      const { failure, ...transcript } = answer.value;
      this.#arrive(transcript, form, messages.transcribe.transcribed);
      if (failure) this.#set({ createFailure: { failure, name } });
    } else if (answer.failure.kind === 'cancelled')
      this.#deps.announce(unsent ? messages.transcribe.stoppedUnsent : messages.transcribe.stoppedWaiting);
    else this.#set({ createFailure: { failure: answer.failure, name } });
    await this.loadTranscripts();
  };

  /** Chooses the recording that comes with the studio, and transcribes it where that costs nothing. */
  readonly tryExample = async (): Promise<void> => {
    this.chooseWords('recognition');
    await this.chooseFile(await this.#deps.exampleFile('reading'));
    if (this.#deps.studio.store.getState().connection?.kind === 'local') await this.transcribe();
  };

  readonly stopTranscribing = (): void => this.#controller?.abort();

  /** The list from its newest on, by the search that is set; as far as it was shown. */
  readonly loadTranscripts = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const { search, showRemoved: removed, transcripts } = this.#now();
    const limit = Math.min(100, Math.max(pageSize, transcripts.length));
    const answer = await attempt(() => this.#deps.client.run('transcripts.list', { search, removed, limit }));
    if (turn !== this.#reading) return;
    if (!answer.ok) {
      this.#set({ list: { state: 'failed', failure: answer.failure } });
      return;
    }
    this.#set({ list: { state: 'ready' }, transcripts: answer.value.transcripts, next: answer.value.next });
  };

  readonly loadMoreTranscripts = async (): Promise<void> => {
    const { search, showRemoved: removed, next } = this.#now();
    if (next === null) return;
    const turn = this.#reading;
    const answer = await attempt(() => this.#deps.client.run('transcripts.list', { search, removed, before: next, limit: pageSize }));
    if (turn !== this.#reading) return;
    if (answer.ok) this.#set({ transcripts: [...this.#now().transcripts, ...answer.value.transcripts], next: answer.value.next });
    else this.#deps.toastFailure(answer.failure);
  };

  readonly searchTranscripts = (search: string): void => {
    this.#set({ search });
    void this.loadTranscripts();
  };

  readonly listRemoved = (showRemoved: boolean): void => {
    this.#set({ showRemoved, transcripts: [], next: null, list: { state: 'loading' } });
    void this.loadTranscripts();
  };

  /** Takes one out of the list, or puts it back, as the list that is shown says. */
  readonly toggleRemoved = async ({ id, name }: TranscriptRecord): Promise<void> => {
    const { removeResult, restoreResult } = this.#deps.removal;
    const onChanged = (removed: boolean): void => {
      const { open, closed, transcripts, showRemoved } = this.#now();
      if (removed && (open ?? closed)?.record.id === id) this.#leaveTranscript();
      if (showRemoved !== removed) this.#set({ transcripts: transcripts.filter((one) => one.id !== id) });
      void this.loadTranscripts();
    };
    await (this.#now().showRemoved ? restoreResult : removeResult)({ id, name, onChanged });
  };

  #show(transcript: Transcript): void {
    this.#deps.edits.closeEdits(transcript);
    this.#set({ open: transcript, closed: undefined, opening: undefined });
  }

  /** Opens a transcript of the list; one that did not end well shows why. */
  readonly openTranscript = async (record: TranscriptRecord): Promise<void> => {
    const { id } = record;
    // What failed was another one, which would be taken for this; what was sent of it stands in the list with its failure.
    if (this.#now().creating === undefined) this.#set({ createFailure: undefined });
    const { state, failure } = record.operation ?? { state: 'done', failure: null };
    if (state !== 'done') {
      this.#deps.edits.closeEdits(undefined);
      const underWay = fail('cancelled', message('transcribe.transcriptionRunning'), { charged: 'unknown', next: 'wait' }).failure;
      this.#set({ open: undefined, opening: undefined, closed: { record, failure: failure ?? underWay } });
      return;
    }
    this.#set({ opening: id });
    const answer = await attempt(() => this.#deps.client.run('transcripts.open', { id }));
    if (this.#now().opening !== id) return;
    if (answer.ok) this.#show(answer.value);
    else {
      this.#deps.edits.closeEdits(undefined);
      this.#set({ open: undefined, opening: undefined, closed: { record, failure: answer.failure } });
    }
  };

  /** Keeps the sound of the open transcript, so that it can be heard. */
  readonly attachSound = async (file: File): Promise<Failure | undefined> => {
    const { open } = this.#now();
    if (!open) return undefined;
    const { id } = open.record;
    const answer = await attempt(async () => {
      const uploadId = await uploadFile(file);
      return this.#deps.client.run('transcripts.attach', { id, uploadId, name: cutText(file.name, 255) });
    });
    if (!answer.ok) return answer.failure;
    const shown = this.#now().open;
    if (shown?.record.id === id) this.#set({ open: { ...shown, record: answer.value } });
    this.#deps.announce(messages.transcribe.audioSaved);
    await this.loadTranscripts();
    return undefined;
  };

  /** Credits of so many seconds, learned from what was transcribed; `undefined` where it is not known now. */
  readonly secondPrice = async (signal: AbortSignal): Promise<{ perSecond: number | null; learnedFrom: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', transcriptionPrice, { signal }));
    return answer.ok ? { perSecond: answer.value?.creditsPerUnit ?? null, learnedFrom: answer.value?.samples ?? 0 } : undefined;
  };

  async #learnReach(): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('transcripts.reach', null));
    if (!answer.ok) return;
    const { reason, recogniser } = answer.value;
    const before = this.#now().outOfReach;
    this.#set({ outOfReach: reason && formatMessage(reason), recogniser });
    // What nothing recognises is aligned, unless somebody has said otherwise; a recogniser that has come since is used.
    if (!this.#wordsChosen) this.#setWords(recogniser?.kind === 'none' ? 'text' : 'recognition');
    // Where files cannot be had, an address is what there is; a person's own choice afterwards stays.
    if (reason !== null && before === undefined && this.#now().form.file === undefined && this.#now().form.words === 'recognition')
      this.changeForm({ source: 'address' });
  }

  /** Keeps the list true while the panel is shown, whoever changes it. */
  readonly watchTranscripts = (): (() => void) => {
    void this.loadTranscripts();
    void this.#resume();
    if (this.#deps.studio.store.getState().connection?.state === 'ready') void this.#learnReach();
    const stops = [
      this.#deps.studio.onOperation(({ family, operationId }) => {
        if (family !== 'transcription') return;
        void this.loadTranscripts().then(() => {
          const { closed, transcripts } = this.#now();
          const changed = transcripts.find(({ id }) => id === operationId);
          if (closed?.record.id === operationId && changed) void this.openTranscript(changed);
        });
      }),
      this.#deps.studio.store.subscribe((after, before) => {
        if (after.connection?.id !== before.connection?.id) this.#set({ outOfReach: undefined, recogniser: undefined });
        const isNew = after.connection?.id !== before.connection?.id || before.connection?.state !== 'ready';
        if (after.connection?.state === 'ready' && isNew) void this.#learnReach();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

const openTranscript = keptInWindow(
  'open-transcript',
  z.object({ id: z.string(), dub: z.object({ id: z.string(), title: z.string() }).optional() }),
);

/** Scripts and captions, by their names. */
const isText = ({ name }: Pick<File, 'name'>): boolean => /\.(?:txt|srt|vtt|md|markdown|docx|epub|html?)$/iu.test(name);

const withEnding = (name: string): string => (name === '' ? 'Sound' : name);

/** An upload as main takes it: by its own name, and what the transcript is called. */
const uploaded = ({ uploadId, fileName }: { uploadId: string; fileName?: string }, name: string) =>
  fileName === undefined ? { uploadId, name: cutText(name, 255) } : { uploadId, name: fileName, title: cutText(name, 255) };

const pageSize = 50;
