import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { mediaAddress } from '#shared/wire/media-address.ts';
import type { DubOfRecording } from '../../core/window/window-store.ts';

/** A file that is to be transcribed: one that was dropped, or the sound that is kept with an earlier transcript. */
export interface ChosenFile {
  name: string;
  bytes: number;
  state: { step: 'uploading' } | { step: 'ready'; seconds: number } | { step: 'failed'; failure: Failure };
  /** Where the window plays it, and for a dropped file what its waveform is drawn from. */
  url?: string;
  blob?: Blob;
  /** The dub that it is the video of. */
  dub?: DubOfRecording;
  /** How main knows it; undefined until it has it. */
  from: { uploadId: string; /** Of the file, where the form calls it otherwise. */ fileName?: string } | { id: string } | undefined;
}

export interface TranscribeForm {
  source: 'file' | 'address';
  file: ChosenFile | undefined;
  address: string;
  /** Where the words come from: a text that is known, which is aligned here, or the service, which recognises them. */
  words: 'text' | 'recognition';
  /** A language's code; empty where the service is to find out. */
  language: string;
  timestamps: boolean;
}

/** The form, and what is known around it. */
export interface FormState {
  form: TranscribeForm;
  /** Somebody has asked for what is in the form; from then on what lacks is said. */
  asked: boolean;
  /** Why the service cannot fetch a file of this machine; `null` where it can, `undefined` until that is known. */
  outOfReach: string | null | undefined;
}

/** What is wrong with the form, by field. What is merely still empty counts once somebody has asked for it. */
export function formProblems({ form, asked, outOfReach }: FormState): {
  address?: string;
  file?: string;
} {
  if (form.source === 'address') {
    const address = form.address.trim();
    if (address === '') return asked ? { address: messages.transcribe.urlEmpty } : {};
    const read = mediaAddress.safeParse(address);
    return read.success ? {} : { address: messages.transcribe.urlProblem(read.error.issues[0]?.message ?? messages.transcribe.urlInvalid) };
  }
  if (form.words === 'recognition' && typeof outOfReach === 'string') return asked ? { file: outOfReach } : {};
  if (form.file?.state.step === 'failed') return { file: plainFailure(form.file.state.failure) };
  if (form.file === undefined) return asked ? { file: messages.transcribe.chooseFile } : {};
  return {};
}

/** Why nothing can be sent yet, in words: what the form lacks. */
export const whyNotTranscribed = (state: Omit<FormState, 'asked'>): string | undefined =>
  whyFileIsRefused(state) ?? Object.values(formProblems({ ...state, asked: true }))[0];

/** Why the file in the form cannot be transcribed, in words; undefined where it can, or where there is none yet. */
export function whyFileIsRefused({ form, outOfReach }: Omit<FormState, 'asked'>): string | undefined {
  if (form.source !== 'file') return undefined;
  if (form.words === 'recognition' && typeof outOfReach === 'string') return outOfReach;
  if (form.file?.state.step === 'uploading') return messages.transcribe.fileLoading;
  return form.file?.state.step === 'failed' ? plainFailure(form.file.state.failure) : undefined;
}
