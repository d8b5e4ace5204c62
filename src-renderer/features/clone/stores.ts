import { microphones, Recorder } from '../../audio/recorder.ts';
import { decodeInWindow } from '../../core/sources/window-decoding.ts';
import { stores } from '../../core/stores.ts';
import { createCloneStores } from './create-stores.ts';

const cloneStores = createCloneStores(stores, { microphones, openRecorder: (...request) => Recorder.open(...request), decodeInWindow });

export const useClone = cloneStores.clone.store;
export const {
  changeForm,
  updateRecording,
  removeRecording,
  removeUnusable,
  moveRecording,
  selectRecording,
  dropHeld,
  dismissNotice,
  dismissFailure,
  startAnother,
  reopen,
  learnTranscription,
  secondPrice,
  transcribe,
  answerTranscript,
  loadDraft,
  watchClone,
} = cloneStores.clone;

export const { cleanUp, stopCleaning, dismissCleanUpFailure } = cloneStores.cleanUp;

export const { addDropped, openHeld } = cloneStores.cloneFiles;

export const { watchUndecoded } = cloneStores.decoding;

export const useRecorder = cloneStores.recorder.store;
export const { chooseScript, chooseMicrophone, learnMicrophones, startRecording, stopRecording, recordAgain, watchLeftRecording } =
  cloneStores.recorder;

export const useClonePrice = cloneStores.send.store;
export const { sendClone, answerAgain, stopSending, lookUp, adopt, dismissLost, watchLostClones, watchMade, learnClonePrice } =
  cloneStores.send;

export const { watchLanguage } = cloneStores.languagePreset;

export const { start: tryCloneExample } = cloneStores.example;
