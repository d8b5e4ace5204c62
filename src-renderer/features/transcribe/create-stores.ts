import type { Stores } from '../../core/create-stores.ts';
import { exampleFile } from '../../core/examples/example-files.ts';
import { TranscriptEditsStore } from './edits-store.ts';
import { TranscriptHandOverStore } from './hand-over-store.ts';
import { KnownTextStore } from './known-text-store.ts';
import { RecordingStore } from './recording-store.ts';
import { TranscriptList } from './transcript-list.ts';
import { TranscriptsStore } from './transcripts-store.ts';

/** Makes the stores of Transcribe, over those of the window. */
export function createTranscribeStores(core: Stores) {
  const edits = new TranscriptEditsStore(core);
  const knownText = new KnownTextStore(core);
  const recording = new RecordingStore({ ...core, edits, knownText });
  const list = new TranscriptList({ ...core, recording });
  const transcripts = new TranscriptsStore({ ...core, recording, list, edits, knownText, exampleFile });
  const transcriptHandOver = new TranscriptHandOverStore({ ...core, edits });
  return { edits, knownText, recording, list, transcripts, transcriptHandOver };
}
