import { stores } from '../../core/stores.ts';
import { createTranscribeStores } from './create-stores.ts';

const transcribeStores = createTranscribeStores(stores);

export const useTranscriptEdits = transcribeStores.edits.store;
export const {
  saveEdits,
  editText,
  renameSpeaker,
  restoreSegment,
  restoreAll,
  undoEdit,
  redoEdit,
  lookFor,
  stepMatch,
  goTo,
  askSpeaker,
  assignSpeaker,
  toggleChecked,
} = transcribeStores.edits;

export const useKnownText = transcribeStores.knownText.store;
export const { changeText, chooseTextFile, dropTextFile } = transcribeStores.knownText;

export const useTranscripts = transcribeStores.recording.store;
export const { changeForm, chooseWords, takeFiles, takeDub, dropFile, transcribeAgain, takeOpenRecording } = transcribeStores.recording;
export const {
  loadTranscripts,
  loadMoreTranscripts,
  searchTranscripts,
  listRemoved: listRemovedTranscripts,
  toggleRemoved: toggleRemovedTranscript,
} = transcribeStores.list;
export const {
  submit,
  tryExample: tryTranscribeExample,
  stopTranscribing,
  openTranscript,
  closeTranscript,
  beginTranscript,
  attachSound,
  secondPrice,
  watchTranscripts,
} = transcribeStores.transcripts;

export const useCaptionChoice = transcribeStores.transcriptHandOver.store;
export const { whyNoChapter, castOf, sendToNarration, sendToDubbing, sendToDub, exportTranscript } = transcribeStores.transcriptHandOver;
