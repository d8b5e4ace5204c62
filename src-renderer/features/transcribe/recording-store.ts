import { z } from 'zod';
import { create } from 'zustand';
import { cutText } from '#shared/cut-text.ts';
import { fail } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { DubOfRecording } from '../../core/window/window-store.ts';
import { size } from '../../lib/format.ts';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { TranscriptEditsStore } from './edits-store.ts';
import type { ChosenFile, TranscribeForm } from './form-rules.ts';
import type { KnownTextStore } from './known-text-store.ts';
import type { TranscriptsState } from './transcripts-state.ts';

/** What stood in the form, over a reload. */
const keptForm = keptInWindow(
  'transcribe-form',
  z.object({
    source: z.enum(['file', 'address']),
    address: z.string(),
    words: z.enum(['text', 'recognition']),
    wordsChosen: z.boolean(),
    language: z.string(),
    timestamps: z.boolean(),
    file: z.object({ name: z.string(), bytes: z.number(), uploadId: z.string() }).optional(),
  }),
);
type KeptForm = NonNullable<ReturnType<typeof keptForm.get>>;

export interface RecordingDependencies {
  client: StudioClient;
  edits: Pick<TranscriptEditsStore, 'closeEdits'>;
  knownText: Pick<KnownTextStore, 'chooseTextFile'>;
  announce: typeof announce;
}

/** The form: the recording that is to be transcribed, and where its words come from. */
export class RecordingStore {
  readonly store = create<TranscriptsState>(() => ({
    form: { ...newForm, ...withoutFile(keptForm.get()) },
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
    dialog: undefined,
    forDub: undefined,
    closed: undefined,
    opening: undefined,
    focusAddress: false,
  }));
  readonly #deps: RecordingDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #choosing: AbortController | undefined;
  /** Takes the file in the form once more, where something else is to be done with it. */
  #takeAgain: (() => Promise<void>) | undefined;
  /** Somebody has said where the words come from. */
  #wordsChosen = keptForm.get()?.wordsChosen === true;
  /** What stood in the form before the window loaded again, and was not looked at since. */
  #before: KeptForm['file'] = keptForm.get()?.file;
  /** Of the file in the form, for playing. */
  #url: string | undefined;

  constructor(dependencies: RecordingDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ form }, before) => {
      if (form !== before.form) this.#keep(form);
    });
  }

  #keep({ file, ...form }: TranscribeForm): void {
    const { from } = file ?? {};
    // What is the sound of a dub or of an earlier transcript is chosen there again.
    const isUpload = file?.state.step === 'ready' && file.dub === undefined && from !== undefined && 'uploadId' in from;
    const kept = isUpload ? { name: file.name, bytes: file.bytes, uploadId: from.uploadId } : file ? undefined : this.#before;
    keptForm.set({ ...form, wordsChosen: this.#wordsChosen, ...(kept && { file: kept }) });
  }

  /** Puts the file into the form again that stood there before the window loaded again, where main still has it; once. It cannot be heard then. */
  readonly resumeFile = async (): Promise<void> => {
    const kept = this.#before;
    this.#before = undefined;
    if (!kept || this.#now().form.file) return;
    const { name, bytes, uploadId } = kept;
    const answer = await attempt(() =>
      this.#deps.client.run('transcripts.inspect', { uploadId, name: cutText(name, 255), purpose: this.#purpose() }),
    );
    if (this.#now().form.file) return;
    if (answer.ok) this.changeForm({ file: { name, bytes, state: { step: 'ready', seconds: answer.value.seconds }, from: { uploadId } } });
    else this.#keep(this.#now().form);
  };

  readonly changeForm = (change: Partial<TranscribeForm>): void => this.#set({ form: { ...this.#now().form, ...change } });

  /** Sets where the words come from. What is too long for one may not be for the other, so that the file is looked at again. */
  readonly chooseWords = (words: TranscribeForm['words']): void => {
    this.#wordsChosen = true;
    this.#setWords(words);
  };

  /** Sets them where nobody has chosen. */
  readonly suggestWords = (words: TranscribeForm['words']): void => {
    if (!this.#wordsChosen) this.#setWords(words);
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
      this.#deps.announce(`${file.name}: ${plainFailure(answer.failure)}`);
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
      this.#deps.announce(`${dub.title}: ${plainFailure(answer.failure)}`);
    }
  };

  /** Another file is wanted: the one before is forgotten, and the stage is its own. */
  #beginChoosing(again: () => Promise<void>): AbortController {
    this.#choosing?.abort();
    this.#choosing = new AbortController();
    this.#forgetUrl();
    this.#takeAgain = again;
    this.leaveTranscript();
    if (this.#now().creating === undefined) this.#set({ createFailure: undefined });
    return this.#choosing;
  }

  #purpose(): 'alignment' | 'recognition' {
    return this.#now().form.words === 'text' ? 'alignment' : 'recognition';
  }

  /** The stage shows what is in the form: a transcript of before would be taken for its own. */
  readonly leaveTranscript = (): void => {
    if (this.#now().open) this.#deps.edits.closeEdits(undefined);
    this.#set({ open: undefined, closed: undefined, opening: undefined });
  };

  /** The window keeps no more than one file for playing. */
  #forgetUrl(): void {
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }

  readonly dropFile = (): void => {
    this.#choosing?.abort();
    this.#forgetUrl();
    this.#takeAgain = undefined;
    this.changeForm({ file: undefined });
  };

  /** Empties the form of what a transcript was made of; what was chosen meanwhile stays. */
  readonly emptyForm = (made: TranscribeForm): void => {
    if (this.#now().form.file?.from !== made.file?.from) return;
    this.#forgetUrl();
    this.#takeAgain = undefined;
    this.changeForm({ file: undefined, address: '' });
  };

  /** Puts the recording of the open transcript into the form, to be aligned to a text; the transcript stays open. */
  readonly takeOpenRecording = (): void => {
    const record = this.#now().open?.record;
    const file = record && fileOf(record);
    if (!record || !file) return;
    this.#takeAgain = undefined;
    this.#forgetUrl();
    this.changeForm({ source: 'file', file, language: record.language ?? this.#now().form.language });
    this.#set({ asked: false, createFailure: undefined });
    this.#deps.announce(messages.transcribe.fileReady(record.name));
  };

  /** Puts what a transcript was made of into the form, for a new request. */
  readonly transcribeAgain = (record: TranscriptRecord): void => {
    const { address, language, timestamps } = record;
    const file = fileOf(record);
    const common = { language: language ?? '', timestamps, words: 'recognition' } as const;
    this.#takeAgain = undefined;
    this.leaveTranscript();
    if (file) this.changeForm({ ...common, source: 'file', file });
    else this.changeForm({ ...common, source: 'address', address: address ?? '' });
    this.#set({ asked: false, createFailure: undefined });
    this.#deps.announce(messages.transcribe.addedToForm);
  };
}

const newForm: TranscribeForm = { source: 'file', file: undefined, address: '', words: 'recognition', language: '', timestamps: true };

/** The recording that is kept with a transcript, where there is one. */
const fileOf = ({ id, name, sound, seconds }: TranscriptRecord): ChosenFile | undefined =>
  sound ? { name, bytes: sound.bytes, url: sound.url, state: { step: 'ready', seconds: seconds ?? 0 }, from: { id } } : undefined;

const withoutFile = (kept: KeptForm | undefined): Partial<TranscribeForm> =>
  kept === undefined
    ? {}
    : { source: kept.source, address: kept.address, words: kept.words, language: kept.language, timestamps: kept.timestamps };

/** Scripts and captions, by their names. */
const isText = ({ name }: Pick<File, 'name'>): boolean => /\.(?:txt|srt|vtt|md|markdown|docx|epub|html?)$/iu.test(name);
