import type { Failure } from '#shared/failure.ts';
import type { RecogniserState, Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import type { DubOfRecording } from '../../core/window/window-store.ts';
import type { FormState } from './form-rules.ts';

/** What the panel shows: the form, the transcript that is open, and the list of those that are kept. */
export interface TranscriptsState extends FormState {
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
  /** The dialog over the open transcript. */
  dialog: 'narration' | 'export' | 'restore' | undefined;
  /** The one that cannot be opened, and why. */
  closed: { record: TranscriptRecord; failure: Failure } | undefined;
  opening: string | undefined;
  /** The field of the address is to take the focus. */
  focusAddress: boolean;
}
