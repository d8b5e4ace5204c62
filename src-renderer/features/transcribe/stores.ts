import { stores } from '../../core/stores.ts';
import { createTranscribeStores } from './create-stores.ts';

const transcribeStores = createTranscribeStores(stores);

export const useTranscriptEdits = transcribeStores.edits.store;
export const { saveEdits, editText, renameSpeaker, restoreSegment, restoreAll, lookFor, stepMatch } = transcribeStores.edits;

export const useKnownText = transcribeStores.knownText.store;
export const { changeText, chooseTextFile, dropTextFile } = transcribeStores.knownText;

export const useTranscripts = transcribeStores.transcripts.store;
export const {
  changeForm,
  chooseWords,
  takeFiles,
  takeDub,
  dropFile,
  transcribeAgain,
  submit,
  tryExample: tryTranscribeExample,
  stopTranscribing,
  loadTranscripts,
  loadMoreTranscripts,
  searchTranscripts,
  listRemoved: listRemovedTranscripts,
  toggleRemoved: toggleRemovedTranscript,
  openTranscript,
  closeTranscript,
  attachSound,
  secondPrice,
  watchTranscripts,
} = transcribeStores.transcripts;

export const useCaptionChoice = transcribeStores.transcriptHandOver.store;
export const { whyNotNarrated, sendToNarration, sendToDubbing, sendToDub, exportTranscript } = transcribeStores.transcriptHandOver;
