import { cutText } from '#shared/cut-text.ts';
import { z } from 'zod';
import { fail, type Failure } from '#shared/failure.ts';
import type { Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
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
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { exampleFile } from '../../core/examples/example-files.ts';
import type { announce } from '../../lib/live-region.tsx';
import { formProblems, type TranscribeForm } from './form-rules.ts';
import type { RecordingStore } from './recording-store.ts';
import type { TranscriptList } from './transcript-list.ts';
import { formatMessage, message } from '#shared/messages/message.ts';

const transcriptionPrice = { unit: 'second', family: 'transcription' } as const;

export interface TranscriptsDependencies {
  client: StudioClient;
  uploading: Pick<UploadingStore, 'showUpload' | 'endUpload' | 'store'>;
  recording: Pick<
    RecordingStore,
    'store' | 'changeForm' | 'chooseWords' | 'suggestWords' | 'chooseFile' | 'resumeFile' | 'emptyForm' | 'leaveTranscript'
  >;
  list: Pick<TranscriptList, 'loadTranscripts'>;
  edits: Pick<TranscriptEditsStore, 'closeEdits' | 'onSaved'>;
  knownText: Pick<KnownTextStore, 'store' | 'order'>;
  project: Pick<ProjectStore, 'store'>;
  studio: Pick<StudioStore, 'store' | 'onOperation'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  exampleFile: typeof exampleFile;
  announce: typeof announce;
}

/** Makes transcripts, and opens them. */
export class TranscriptsStore {
  readonly #deps: TranscriptsDependencies;
  readonly #set: RecordingStore['store']['setState'];
  readonly #now: RecordingStore['store']['getState'];
  #controller: AbortController | undefined;

  constructor(dependencies: TranscriptsDependencies) {
    this.#deps = dependencies;
    const { store } = dependencies.recording;
    this.#set = store.setState;
    this.#now = store.getState;
    store.subscribe(({ open, forDub }, before) => {
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

  /** Puts the open transcript away: the stage is empty again, as at first. */
  readonly closeTranscript = (): void => {
    this.#deps.recording.leaveTranscript();
    this.#deps.announce(messages.transcribe.transcriptClosed);
  };

  /** The stage is empty for another recording, also where a transcript was to open again; what the form holds stays. */
  readonly beginTranscript = (): void => {
    openTranscript.set(undefined);
    this.#deps.recording.leaveTranscript();
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
    this.#deps.recording.leaveTranscript();
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
    await this.#deps.list.loadTranscripts();
  };

  /** Shows what has just come, and empties the form of what it was made of; what was chosen meanwhile stays. */
  #arrive(transcript: Transcript, made: TranscribeForm, say: (segments: string) => string): void {
    const { forDub } = this.#now();
    this.#deps.recording.emptyForm(made);
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
    this.#deps.recording.leaveTranscript();
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
    await this.#deps.list.loadTranscripts();
  };

  /** Chooses the recording that comes with the studio, and transcribes it where that costs nothing. */
  readonly tryExample = async (): Promise<void> => {
    this.#deps.recording.chooseWords('recognition');
    await this.#deps.recording.chooseFile(await this.#deps.exampleFile('reading'));
    if (this.#deps.studio.store.getState().connection?.kind === 'local') await this.transcribe();
  };

  readonly stopTranscribing = (): void => this.#controller?.abort();

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
    await this.#deps.list.loadTranscripts();
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
    this.#deps.recording.suggestWords(recogniser?.kind === 'none' ? 'text' : 'recognition');
    // Where files cannot be had, an address is what there is; a person's own choice afterwards stays.
    if (reason !== null && before === undefined && this.#now().form.file === undefined && this.#now().form.words === 'recognition')
      this.#deps.recording.changeForm({ source: 'address' });
  }

  /** Keeps the list true while the panel is shown, no matter who changes it. */
  readonly watchTranscripts = (): (() => void) => {
    void this.#deps.list.loadTranscripts();
    void this.#resume();
    void this.#deps.recording.resumeFile();
    if (this.#deps.studio.store.getState().connection?.state === 'ready') void this.#learnReach();
    const stops = [
      this.#deps.edits.onSaved(() => void this.#deps.list.loadTranscripts()),
      this.#deps.studio.onOperation(({ family, operationId }) => {
        if (family !== 'transcription') return;
        void this.#deps.list.loadTranscripts().then(() => {
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

const withEnding = (name: string): string => (name === '' ? 'Sound' : name);

/** An upload as main takes it: by its own name, and what the transcript is called. */
const uploaded = ({ uploadId, fileName }: { uploadId: string; fileName?: string }, name: string) =>
  fileName === undefined ? { uploadId, name: cutText(name, 255) } : { uploadId, name: fileName, title: cutText(name, 255) };
